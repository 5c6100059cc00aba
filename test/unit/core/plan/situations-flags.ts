import { PlanRig } from './plan-rig.ts';
import { see, type Situations } from './situation.ts';

const rig = (...lines: readonly string[]): PlanRig => new PlanRig(...lines);

/** `c`, which is protected, from `b` from `a`, all as recorded. */
const guarded = async (): Promise<PlanRig> =>
  (await rig('b <- a', 'protect(c) <- b').done('c')).protect('c');
const twins = async (): Promise<PlanRig> =>
  (await rig('both: protect(b) c <- a').done('b', 'c')).protect('b');

export const PROTECTED: Situations = {
  protected: async () => see(await guarded(), 'c'),
  'protected-own': async () => see((await guarded()).change('code', 'c', 'other'), 'c'),
  'protected-sibling': async () => see((await twins()).remove('c'), 'both', { targets: ['c'] }),
  'protected-forced': async () => see(await guarded(), 'c', { force: { all: true } }),
  'protected-temp': async () => {
    const built = rig('both: temp(t) protect(x) <- a', 'c <- t').done('c', 'x');
    const away = (await built).protect('x').remove('t').change('code', 'c', 'other');
    return see(away, 'both', { targets: ['c'] });
  },
  'protected-remade': async () => see((await guarded()).change('code', 'b', 'other'), 'c'),
  'protected-edited': async () =>
    see((await guarded()).put('c', 'by hand').change('code', 'c', 'other'), 'c'),
  'protected-opened': async () =>
    see((await rig('protect(b) <- a').done('b')).change('code', 'b', 'other'), 'b'),
  'protected-no-longer': async () => {
    const open = (await rig('protect(b) <- a').done('b')).protect('b').rules('b <- a');
    return see(open.change('code', 'b', 'other'), 'b');
  },
};
