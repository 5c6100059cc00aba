import { PlanRig } from './plan-rig.ts';
import { see, type Situations } from './situation.ts';

const rig = (...lines: readonly string[]): PlanRig => new PlanRig(...lines);

/** `c` from `b` from `a`, all as recorded. */
const chain = (): Promise<PlanRig> => rig('b <- a', 'c <- b').done('c');
const single = (): Promise<PlanRig> => rig('b <- a').done('b');
const pair = (): Promise<PlanRig> => rig('c <- a b').done('c');
const twins = (): Promise<PlanRig> => rig('both: b c <- a').done('b', 'c');
/** No record speaks of these. */
const foreign = (...lines: readonly string[]): PlanRig => rig(...lines).write('a', 'b', 'c');

export const FORCED: Situations = {
  'forced-rule': async () => see(await chain(), 'b', { targets: ['c'], force: { names: ['b'] } }),
  'forced-file': async () =>
    see(await twins(), 'both', { targets: ['b'], force: { names: ['c'] } }),
  'forced-target': async () => see(await chain(), 'c', { force: { targets: true } }),
  'forced-target-list': async () =>
    see(await rig('all: <- b', 'b <- a').done('all'), 'b', {
      targets: ['all'],
      force: { targets: true },
    }),
  'forced-target-job': () =>
    see(rig('say: <-').withCommand('say'), 'say', { force: { targets: true } }),
  'forced-target-member': async () => {
    const built = rig('b: dir(b) <- a').put('b', 'all', { type: 'directory' }).write('b/x');
    return see(built, 'b', { targets: ['b/x'], force: { targets: true } });
  },
  'forced-not-target': async () =>
    see(await chain(), 'b', { targets: ['c'], force: { targets: true } }),
  'forced-all': async () => see(await chain(), 'b', { targets: ['c'], force: { all: true } }),
  'no-output': async () => see(await rig('say: <- a').withCommand('say').done('say'), 'say'),
  'target-rule': async () =>
    see((await rig('all: <- b', 'b <- a').done('all')).remove('b'), 'all', {
      force: { all: true },
    }),
};

export const MISSING: Situations = {
  'missing-target': async () => see((await single()).remove('b'), 'b'),
  'missing-listed': async () =>
    see((await rig('all: <- b', 'temp(b) <- a').done('all')).remove('b'), 'b', {
      targets: ['all'],
    }),
  'missing-input': async () => see((await chain()).remove('b'), 'b', { targets: ['c'] }),
  'missing-order': async () =>
    see((await rig('b <- a', 'c <- order(b)').done('c')).remove('b'), 'b', { targets: ['c'] }),
  'missing-final': async () =>
    see((await rig('b <- a', 'c <- final(b)').done('c')).remove('b'), 'b', { targets: ['c'] }),
  'missing-sibling': async () => see((await twins()).remove('c'), 'both', { targets: ['b'] }),
  'missing-member': async () => {
    const built = rig('b: dir(b) <- a', 'c <- b/x').put('b', 'all', { type: 'directory' });
    return see((await built.write('b/x').done('c')).remove('b/x'), 'b', { targets: ['c'] });
  },
  'missing-log': async () =>
    see((await rig('b <- a | b.log', 'c <- b.log').done('c')).remove('b.log'), 'b', {
      targets: ['c'],
    }),
  'missing-both': async () =>
    see((await twins()).remove('b', 'c'), 'both', { targets: ['b', 'c'] }),
  'torn-directory': async () => see((await single()).tear('b'), 'b'),
  incomplete: async () => see((await single()).open('b'), 'b'),
  'incomplete-gone': async () =>
    see((await twins()).open('c').remove('c'), 'both', { targets: ['b'] }),
  'incomplete-partial': async () => see((await single()).open('b').put('b', 'half'), 'b'),
};

export const AGE: Situations = {
  'age-older': () => see(foreign('c <- a b'), 'c'),
  'age-equal': () => see(foreign('c <- a').put('a', 'late', { ageing: 1 }), 'c'),
  'age-newer': () => see(foreign('c <- a b').touch('a'), 'c'),
  'age-oldest': () =>
    see(rig('both: b c <- a').write('c', 'a', 'b'), 'both', { targets: ['b', 'c'] }),
  'age-sibling': () => see(rig('both: b c <- a').write('b', 'a'), 'both', { targets: ['b'] }),
  'age-edges': () => see(foreign('c <- order(a) ancient(b)').touch('a').touch('b'), 'c'),
  'age-empty': () => see(rig('b: b <- a').write('a').put('b', '').ensure('b'), 'b'),
  'age-not-ensured': () => see(rig('b: b <- a').write('a', 'b').ensure('b', 'this'), 'b'),
  'age-ensured': () => see(rig('b: b <- a').write('a').put('b', 'this').ensure('b', 'this'), 'b'),
  'ensured-since': async () => see((await rig('b: b <- a').done('b')).ensure('b', 'this'), 'b'),
  'age-part': async () => {
    const grown = (await single()).write('c').touch('a').look('a').rules('b: b c <- a');
    return see(grown, 'b', { targets: ['b', 'c'] });
  },
};

export const INPUTS: Situations = {
  same: async () => see(await chain(), 'c'),
  touched: async () => see((await single()).touch('a'), 'b'),
  'input-list-added': async () => see((await single()).write('x').rules('b <- a x'), 'b'),
  'input-list-removed': async () => see((await pair()).rules('c <- b'), 'c'),
  'input-list-order': async () => see((await pair()).rules('c <- b a'), 'c'),
  'input-list-names': async () => see((await rig('b <- x=a').done('b')).rules('b <- y=a'), 'b'),
  'input-list-shape': async () => see((await rig('b <- x=a').done('b')).rules('b <- x=[a]'), 'b'),
  'input-list-content': async () =>
    see((await single()).write('x').put('a', '2').rules('b <- x a'), 'b'),
  content: async () => see((await single()).put('a', 'other'), 'b'),
  'content-older': async () => see((await single()).put('a', 'other', { ageing: 500 }), 'b'),
  'content-two': async () => see((await pair()).put('a', '2').put('b', '2'), 'c'),
  'content-unknown': async () =>
    see(
      await rig('b <- final(a)')
        .done('b')
        .then((it) => it.write('a').look('a').rules('b <- a')),
      'b',
    ),
  'content-edges': async () =>
    see((await rig('c <- order(a) ancient(b)').done('c')).put('a', '2').put('b', '2'), 'c'),
  'final-absent': async () => see(await rig('b <- final(a)').done('b'), 'b'),
  'final-appeared': async () => see((await rig('b <- final(a)').done('b')).write('a'), 'b'),
  'final-vanished': async () =>
    see((await rig('b <- final(a)').write('a').done('b')).remove('a'), 'b'),
};

export const TEXTS: Situations = {
  code: async () => see((await single()).change('code', 'b', 'other'), 'b'),
  params: async () => see((await single()).change('params', 'b', '{"level":2}'), 'b'),
  env: async () => see((await single()).change('env', 'b', 'other'), 'b'),
  renamed: async () => see((await single()).rules('other: b <- a'), 'other', { targets: ['b'] }),
  requests: async () =>
    see(
      (await single()).rules('b <- a | b.log').changeRule('b', {
        amounts: { threads: 8, resources: { mem: '4 GB' } },
        priority: 3,
      }),
      'b',
    ),
  merged: async () => {
    const apart = rig('one: b <- a', 'two: c <- a').change('code', 'two', 'second');
    const merged = (await apart.done('b', 'c')).rules('one: b c <- a');
    return see(merged, 'one', { targets: ['b', 'c'] });
  },
  'all-of-them': async () => {
    const stale = (await rig('both: b c <- a').done('b', 'c')).remove('c').open('b', 'c');
    const other = stale.put('a', '2').rules('both: b c <- x a').write('x');
    for (const what of ['code', 'params', 'env'] as const) other.change(what, 'both', '{"o":1}');
    return see(other, 'both', { targets: ['b', 'c'] });
  },
};
