import { PlanRig } from './plan-rig.ts';
import { see, type Situations } from './situation.ts';

const rig = (...lines: readonly string[]): PlanRig => new PlanRig(...lines);

/** `c`, which is protected, from `b` from `a`, all as recorded. */
const guarded = async (): Promise<PlanRig> =>
  (await rig('b <- a', 'protect(c) <- b').done('c')).protect('c');
const twins = async (): Promise<PlanRig> =>
  (await rig('both: protect(b) c <- a').done('b', 'c')).protect('b');

/** `x`, which was left out by its maker `b`, and `c`, which reads it. */
const without = (): Promise<PlanRig> =>
  rig('b: optional(x) b <- a', 'c <- x').leaveOut('x').done('c', 'b');

export const OPTIONAL: Situations = {
  'optional-first': () =>
    see(rig('b: optional(x) <- a', 'c <- x').write('a', 'c'), 'b', { targets: ['c'] }),
  'optional-left-out': async () => see(await without(), 'b', { targets: ['c'] }),
  'optional-target': async () => see(await without(), 'b', { targets: ['x'] }),
  'optional-own': async () =>
    see((await without()).change('code', 'b', 'other'), 'b', { targets: ['c'] }),
  'optional-went': async () =>
    see((await rig('optional(b) <- a', 'c <- b').done('c')).remove('b'), 'b', {
      targets: ['c'],
    }),
  'optional-no-longer': async () =>
    see((await without()).rules('b: x b <- a', 'c <- x'), 'b', { targets: ['c'] }),
  'optional-by-hand': async () => see((await without()).write('x'), 'b', { targets: ['c'] }),
  'optional-by-hand-own': async () =>
    see((await without()).write('x').look('x').change('code', 'b', 'other'), 'b', {
      targets: ['c'],
    }),
  'optional-temp': async () => {
    const built = rig('b: optional(x) b <- a', 'c <- x').leaveOut('x').withTemps('b');
    return see((await built.done('c', 'b')).change('code', 'c', 'other'), 'b', { targets: ['c'] });
  },
  'optional-reader': async () => see(await without(), 'c'),
  'optional-appeared': async () => see((await without()).write('x'), 'c'),
  'optional-vanished': async () => {
    const made = await rig('b: optional(x) b <- a', 'c <- x').done('c', 'b');
    return see(await made.remove('x').leaveOut('x').done('b'), 'c');
  },
};

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
