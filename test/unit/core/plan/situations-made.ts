import { PlanRig } from './plan-rig.ts';
import type { Planned } from './planned.ts';
import { seeChange, type Situations } from './situation.ts';

/** `c` reads `b`, by some edge, and the maker of `b` is stale. */
async function waiting(edge = 'b'): Promise<PlanRig> {
  const rig = await new PlanRig('b <- a', `c <- ${edge}`).write('a').done('c');
  return rig.change('code', 'b', 'other');
}

const plan = async (rig: PlanRig | Promise<PlanRig>): Promise<Planned> =>
  (await rig).plan({ targets: ['c'] });

/** No record of `c`; the others are recorded. */
async function foreign(...lastWritten: readonly string[]): Promise<PlanRig> {
  const rig = await new PlanRig('b <- a', 'c <- b').write('a').done('b');
  return rig
    .write('c')
    .change('code', 'b', 'other')
    .write(...lastWritten);
}

export const MADE: Situations = {
  'made-same': async () => seeChange((await plan(waiting())).ofRemade('c', 'b', 'new b')),
  'made-other': async () => seeChange((await plan(waiting())).ofRemade('c', 'b', 'other')),
  'made-unknown': async () => seeChange((await plan(waiting())).ofRemade('c', 'b', undefined)),
  'made-absent': async () => {
    const rig = new PlanRig('b <- a', 'c <- final(b)').write('a', 'b').remove('b');
    const alone = await rig.rules('c <- final(b)').done('c');
    return seeChange(
      (await plan(alone.rules('b <- a', 'c <- final(b)'))).ofRemade('c', 'b', 'absent'),
    );
  },
  'made-order': async () =>
    seeChange((await plan(waiting('order(b)'))).ofRemade('c', 'b', 'other')),
  'made-no-record': async () => seeChange((await plan(foreign())).ofRemade('c', 'b', 'new b')),
  'made-no-record-other': async () =>
    seeChange((await plan(foreign())).ofRemade('c', 'b', 'other')),
  'made-no-record-newer': async () =>
    seeChange((await plan(foreign('b'))).ofRemade('c', 'b', 'new b')),
  'made-no-record-first': async () => {
    const rig = new PlanRig('b <- a', 'c <- b').write('a', 'c');
    return seeChange((await plan(rig)).ofRemade('c', 'b', 'new b'));
  },
  'made-left-out': async () => {
    const rig = await new PlanRig('optional(b) <- a', 'c <- b').leaveOut('b').done('c');
    const stale = rig.change('code', 'b', 'other');
    return seeChange((await plan(stale)).ofRemade('c', 'b', 'absent'));
  },
  'made-left-out-now': async () => {
    const rig = await new PlanRig('optional(b) <- a', 'c <- b').done('c');
    const stale = rig.change('code', 'b', 'other');
    return seeChange((await plan(stale)).ofRemade('c', 'b', 'absent'));
  },
  'made-left-out-first': async () => {
    const rig = new PlanRig('optional(b) <- a', 'c <- b')
      .write('a', 'b', 'c')
      .touch('a')
      .touch('c');
    return seeChange((await plan(rig)).ofRemade('c', 'b', 'absent'));
  },
  'kept-same': async () => seeChange((await plan(waiting())).ofKept('c', 'b')),
  'kept-other': async () => {
    const half = (await waiting()).put('b', 'later').look('b');
    return seeChange((await plan(half)).ofKept('c', 'b'));
  },
  'kept-newer': async () => seeChange((await plan(foreign('b'))).ofKept('c', 'b')),
  'kept-temp': async () => {
    const rig = await new PlanRig('temp(b) <- a', 'x <- s', 'c <- b x').done('c');
    const stale = rig.remove('b').change('code', 'x', 'other');
    return seeChange((await plan(stale)).ofKept('c', 'b'));
  },
};
