import { PlanRig } from './plan-rig.ts';
import type { Seen, Situations } from './situation.ts';

async function accept(
  rig: PlanRig | Promise<PlanRig>,
  job: string,
  targets: readonly string[] = [job],
): Promise<Seen> {
  const { verdict, reasons } = (await (await rig).plan({ targets })).accepting(job, false);
  return { verdict, reasons: reasons.map(({ kind }) => kind) };
}

/** The job is named. */
async function acceptNamed(rig: PlanRig | Promise<PlanRig>, job: string): Promise<Seen> {
  const { verdict, reasons } = (await (await rig).plan({ targets: [job] })).accepting(job, true);
  return { verdict, reasons: reasons.map(({ kind }) => kind) };
}

const done = (...lines: readonly string[]): Promise<PlanRig> => {
  const target = /(?:^|: )(?:temp\()?(\w+)/u.exec(lines[0] ?? '')?.[1] ?? '';
  return new PlanRig(lines).done(target);
};
const single = (): Promise<PlanRig> => done('b <- a');
const chain = (): Promise<PlanRig> => done('c <- b', 'b <- a');
const temps = (): Promise<PlanRig> => done('c <- b', 'b: temp(b) <- a');

export const ACCEPTED: Situations = {
  'accept-same': async () => accept(single(), 'b'),
  'accept-code': async () => accept((await single()).change('code', 'b', 'other'), 'b'),
  'accept-content': async () => accept((await single()).put('a', 'other'), 'b'),
  'accept-named': async () => acceptNamed((await single()).put('a', 'other'), 'b'),
  'accept-unknown': async () => {
    const rig = await done('c <- b', 'b <- a');
    return accept(await rig.pending('b').remove('c').done('c'), 'c');
  },
  'accept-edited': async () => accept((await single()).put('b', 'by hand'), 'b'),
  'accept-held': async () =>
    accept((await single()).put('b', 'by hand').change('code', 'b', 'other'), 'b'),
  'accept-age': async () => accept(new PlanRig('b <- a').write('b', 'a'), 'b'),
  'accept-adopted': async () => accept(new PlanRig('b <- a').write('a', 'b'), 'b'),
  'accept-remade': async () => accept((await chain()).change('code', 'b', 'other'), 'c'),
  'accept-differs': async () => {
    // `b` was made again without `c`, and then its rule changed.
    const again = (await chain()).put('a', 'other').put('b', 'new of it');
    return accept((await again.done('b')).change('code', 'b', 'other'), 'c');
  },
  'accept-to-come': async () => accept((await chain()).remove('b'), 'c'),
  'accept-missing': async () =>
    accept((await chain()).remove('b').change('code', 'b', 'other'), 'b', ['c']),
  'accept-sibling': async () =>
    accept((await done('b x <- a')).remove('x').change('code', 'b', 'other'), 'b'),
  'accept-temp': async () =>
    accept((await temps()).remove('b').change('code', 'b', 'other'), 'b', ['c']),
  'accept-needed': async () =>
    accept((await temps()).remove('b').change('code', 'c', 'other'), 'b', ['c']),
  'accept-empty': async () => accept((await done('b: b <- a')).ensure('b').put('b', ''), 'b'),
  'accept-other': async () =>
    accept(new PlanRig('b: b <- a').write('a', 'b').ensure('b', 'what is ensured'), 'b'),
  'accept-kind': async () => accept((await single()).put('b', 'x', { type: 'directory' }), 'b'),
  'accept-pipe': async () =>
    accept(new PlanRig('b <- a').write('a').put('b', '', { type: 'other' }), 'b'),
  'accept-open': async () => accept((await single()).open('b'), 'b'),
  'accept-nothing': async () => accept(new PlanRig('say: <-').withCommand('say'), 'say'),
};
