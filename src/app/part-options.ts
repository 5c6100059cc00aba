import { badOnlyForm, onlyNothing, onlyUnknownWildcard } from '../core/catalogue/usage-part.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { JobGraph } from '../core/graph/job-graph.ts';
import { type GraphPart, graphOfPart } from '../core/graph/part/graph-part.ts';
import { type LeftOut, leftOutOf } from '../core/graph/part/left-out.ts';
import { partOnly, type Selection } from '../core/graph/part/part-only.ts';
import { partUntil } from '../core/graph/part/part-until.ts';
import { partWithout } from '../core/graph/part/part-without.ts';
import { selectValues } from '../core/graph/part/select-values.ts';
import { wildcardValues } from '../core/graph/part/wildcard-values.ts';
import type { FileId } from '../core/graph/path-table.ts';
import { namedJobs } from './named-jobs.ts';
import type { Arguments } from './parse-arguments.ts';

const FLAGS = ['until', 'omit-from', 'only'] as const;

/** Does the command line ask for a part of what the targets need? */
export function isPartial(args: Arguments): boolean {
  return FLAGS.some((flag) => args.values(flag).length > 0);
}

export interface RequestedPart {
  readonly graph: JobGraph;
  /** One for each flag that is given, in the order in which they apply. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * The part of the graph that `--until`, `--omit-from` and `--only` leave, one after the other; names
 * and values are those of the whole. `isThere`: is the file there, and no torso? Throws a usage
 * error.
 */
export function requestedPart(
  args: Arguments,
  whole: JobGraph,
  isThere: (file: FileId) => boolean,
): RequestedPart {
  const named = {
    until: namedJobs(args.given('until'), whole),
    'omit-from': namedJobs(args.given('omit-from'), whole),
  };
  const selection = selectionOf(args, whole);
  const cuts: Record<(typeof FLAGS)[number], (graph: JobGraph) => GraphPart> = {
    until: (graph) => partUntil(graph, named.until),
    'omit-from': (graph) => partWithout(graph, named['omit-from']),
    only: (graph) => partOnly(graph, selection, isThere),
  };
  let graph = whole;
  const leftOut: LeftOut[] = [];
  for (const flag of FLAGS) {
    const words = args.values(flag);
    if (words.length === 0) continue;
    const part = cuts[flag](graph);
    leftOut.push(
      leftOutOf(
        graph,
        part,
        words.map((word) => `--${flag} ${word}`),
      ),
    );
    graph = graphOfPart(graph, part);
  }
  return { graph, leftOut };
}

/** `--only cycle=1-3`; of the same wildcard several times: what any of them selects. */
function selectionOf(args: Arguments, graph: JobGraph): Selection {
  const selection = new Map<string, Set<string>>();
  const values = args.given('only');
  if (values.length === 0) return selection;
  const known = wildcardValues(graph);
  for (const given of values) {
    const [, name, spec] = /^([^=]+)=(.+)$/su.exec(given.text) ?? [];
    if (name === undefined || spec === undefined) throw new FlowError(badOnlyForm(given));
    const there = known.get(name);
    if (there === undefined) {
      throw new FlowError(onlyUnknownWildcard(given, name, [...known.keys()]));
    }
    const selected = selectValues(spec, there);
    if (selected.kind === 'nothing') {
      throw new FlowError(onlyNothing(given, { name, piece: selected.piece }, there));
    }
    selection.set(name, new Set([...(selection.get(name) ?? []), ...selected.values]));
  }
  return selection;
}
