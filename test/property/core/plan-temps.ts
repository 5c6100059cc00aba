import type { JobId } from '../../../src/core/graph/job-graph.ts';
import type { Plan } from '../../../src/core/plan/plan.ts';
import type { JobSpec } from '../../model/history.ts';

/**
 * Temporary files that all their readers are done with. Targets stay, what target rules list, what
 * was edited, and what is made or read by jobs that were only now taken as they are.
 */
export function unneededTemps(
  { graph, edited, adopted }: Plan,
  specs: readonly JobSpec[],
  isDone: (job: JobId) => boolean,
): string[] {
  const stays = new Set([...graph.targetFiles, ...edited].map((file) => graph.paths.path(file)));
  for (const { inputs, hasCommand } of specs) {
    if (!hasCommand) for (const { file } of inputs) stays.add(file);
  }
  for (const job of adopted) {
    const { inputs = [], outputs = [] } = specs[job] ?? {};
    for (const { file } of [...inputs, ...outputs]) stays.add(file);
  }
  const temps = specs.flatMap(({ outputs }) => outputs.filter(({ isTemp }) => isTemp));
  return temps
    .map(({ file }) => file)
    .filter((file) => {
      const readers = specs.flatMap(({ inputs }, job) =>
        inputs.some((input) => input.file === file) ? [job] : [],
      );
      return !stays.has(file) && readers.length > 0 && readers.every(isDone);
    });
}
