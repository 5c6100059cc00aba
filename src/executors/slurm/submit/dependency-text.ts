import type { Dependency } from '../../../core/submit/submission.ts';

/**
 * As `sbatch --dependency` takes it: `aftercorr:12:15,afterok:13_1:13_4`; empty for none. `idOf` gives
 * the id under which an array was submitted.
 */
export function dependencyText(
  dependencies: readonly Dependency[],
  idOf: (array: number) => string,
): string {
  return KINDS.flatMap((kind) => {
    const ids = dependencies
      .filter((it) => it.kind === kind)
      .map((it) => {
        const id = idOf(it.array);
        return it.kind === 'aftercorr' || it.index === undefined ? id : `${id}_${it.index}`;
      });
    return ids.length === 0 ? [] : [[kind, ...ids].join(':')];
  }).join(',');
}

const KINDS = ['aftercorr', 'afterok', 'afterany'] as const;
