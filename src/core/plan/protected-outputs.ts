import { overwritesProtected } from '../catalogue/plan.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { FileId } from '../graph/path-table.ts';
import type { OutputPattern, Rule } from '../rule/rule.ts';
import { FILE_KIND } from './file-facts.ts';
import { MARK, type PlanDraft } from './plan-draft.ts';

/**
 * What is wrong with a plan whose jobs would overwrite protected outputs: one diagnostic for each
 * output of a rule. Jobs that only may run are told when it comes to that.
 */
export function protectedOutputs(draft: PlanDraft): Diagnostic[] {
  const { graph } = draft.input;
  const places = graph.rules.map(protectedPlaces);
  if (places.every(({ length }) => length === 0)) return [];
  const found = new Map<OutputPattern, { readonly rule: Rule; readonly files: FileId[] }>();
  for (let job = 0; job < graph.jobCount; job++) {
    const index = graph.ruleIndex[job] ?? 0;
    const rule = graph.rules[index];
    if (rule === undefined || ((draft.marks[job] ?? 0) & MARK.own) === 0) continue;
    for (const { place, item } of places[index] ?? []) {
      const file = graph.outputFile[(graph.outputStart[job] ?? 0) + place] ?? 0;
      if (!isInTheWay(draft, file)) continue;
      const known = found.get(item);
      if (known === undefined) found.set(item, { rule, files: [file] });
      else known.files.push(file);
    }
  }
  return Array.from(found, ([{ span, isDirectory }, { rule, files }]) => {
    const paths = files.map((file) => graph.paths.path(file));
    return overwritesProtected({ rule: rule.name, span, isDirectory, paths });
  });
}

interface ProtectedPlace {
  readonly place: number;
  readonly item: OutputPattern;
}

function protectedPlaces({ output }: Rule): ProtectedPlace[] {
  return output
    .flatMap(({ items }) => items)
    .flatMap((item, place) => (item.isProtected ? [{ place, item }] : []));
}

function isInTheWay({ input: { facts, isProtected } }: PlanDraft, file: FileId): boolean {
  return facts.kind[file] !== FILE_KIND.absent && isProtected(file);
}
