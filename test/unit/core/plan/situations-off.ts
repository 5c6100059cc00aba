import { TRIGGERS } from '../../../../src/core/plan/reason.ts';
import { PlanRig } from './plan-rig.ts';
import { see, type Situations } from './situation.ts';

const single = (): Promise<PlanRig> => new PlanRig('b <- a').done('b');

export const SWITCHED_OFF: Situations = {
  'off-mtime-age': async () => {
    const rig = new PlanRig('b <- a').write('b', 'a');
    const planned = await rig.plan({ targets: ['b'], without: ['mtime'] });
    return {
      verdict: planned.adopted().length === 0 ? planned.verdict('b') : 'adopted',
      reasons: [],
    };
  },
  'off-mtime-content': async () =>
    see((await single()).put('a', 'other'), 'b', { without: ['mtime'] }),
  'off-mtime-remade': async () => {
    const stale = (await new PlanRig('b <- a', 'c <- b').done('c')).change('code', 'b', 'other');
    return see(stale, 'c', { without: ['mtime'] });
  },
  'off-input': async () =>
    see((await single()).write('x').rules('b <- a x'), 'b', { without: ['input'] }),
  'off-input-content': async () => {
    const other = (await new PlanRig('c <- a b').done('c')).put('b', '2').rules('c <- b');
    return see(other, 'c', { without: ['input'] });
  },
  'off-code': async () =>
    see((await single()).change('code', 'b', 'other'), 'b', { without: ['code'] }),
  'off-params': async () =>
    see((await single()).change('params', 'b', '{"level":2}'), 'b', { without: ['params'] }),
  'off-env': async () =>
    see((await single()).change('env', 'b', 'other'), 'b', { without: ['software-env'] }),
  'off-all-missing': async () => {
    const other = (await single()).remove('b').put('a', '2').rules('b <- x a').write('x');
    for (const what of ['code', 'params', 'env'] as const) other.change(what, 'b', '{"o":1}');
    return see(other, 'b', { without: TRIGGERS });
  },
  'off-all-incomplete': async () => see((await single()).open('b'), 'b', { without: TRIGGERS }),
  'off-all-forced': async () =>
    see(await single(), 'b', { force: { all: true }, without: TRIGGERS }),
  'off-all-no-output': () =>
    see(new PlanRig('say: <-').withCommand('say'), 'say', { without: TRIGGERS }),
};
