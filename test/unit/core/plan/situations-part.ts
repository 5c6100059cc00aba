import type { JobGraph } from '../../../../src/core/graph/job-graph.ts';
import type { GraphPart } from '../../../../src/core/graph/part/graph-part.ts';
import type { NamedJobs } from '../../../../src/core/graph/part/named-jobs.ts';
import { partOnly } from '../../../../src/core/graph/part/part-only.ts';
import { partUntil } from '../../../../src/core/graph/part/part-until.ts';
import { partWithout } from '../../../../src/core/graph/part/part-without.ts';
import { PlanRig, type RigRequest } from './plan-rig.ts';
import { see, type Situations } from './situation.ts';

function rule(name: string): NamedJobs {
  return { rules: new Set([name]), files: new Set() };
}

const until =
  (name: string) =>
  (graph: JobGraph): GraphPart =>
    partUntil(graph, rule(name));

const onlyOne: Required<RigRequest>['part'] = (graph, isThere) =>
  partOnly(graph, new Map([['n', new Set(['1'])]]), isThere);

const chain = ['c <- b', 'b <- a'];
/** A job without wildcards needs what two jobs with one make. */
const sum = ['sum <- x/1 x/2', 'x/{n} <- s/{n}'];

export const PARTS: Situations = {
  'part-missing': async () =>
    see((await new PlanRig(chain).done('c')).remove('b'), 'b', {
      targets: ['c'],
      part: until('b'),
    }),
  'part-temp': async () => {
    const done = await new PlanRig('c <- b', 'b: temp(b) <- a').done('c');
    return see(done.remove('b'), 'b', { targets: ['c'], part: until('b') });
  },
  'part-omitted': async () =>
    see((await new PlanRig(chain).done('c')).remove('b'), 'b', {
      targets: ['c'],
      part: (graph) => partWithout(graph, rule('c')),
    }),
  'part-held': async () =>
    see((await new PlanRig(sum).done('sum')).put('s/2', 'other'), 'sum', { part: onlyOne }),
  'part-source': async () =>
    see((await new PlanRig(sum).done('sum')).put('x/2', 'other'), 'sum', { part: onlyOne }),
  'part-selected': async () => {
    const done = await new PlanRig('y/{n} <- x/1', 'x: x/{n} <- s').done('y/2');
    return see(done.remove('x/1'), 'x n=1', { targets: ['y/2'], part: onlyOne });
  },
};
