import type { SlurmRow } from './slurm-state.ts';

/** Names may be as long as those that flow gives; what has no end of its own comes last. */
const COLUMNS = [
  ['JobArrayID', 40],
  ['State', 20],
  ['exit_code', 12],
  ['NodeList', 80],
  ['Name', 240],
  ['Reason', 120],
] as const;

/** For `squeue -h -r -O`: columns of fixed widths, since nothing is escaped there. */
export const SQUEUE_FORMAT: string = COLUMNS.map(([name, width]) => `${name}:${width}`).join(',');

export function parseSqueue(text: string): readonly SlurmRow[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    let start = 0;
    const fields = COLUMNS.map(([, width]) => {
      const field = line.slice(start, start + width).trim();
      start += width;
      return field;
    });
    const [id = '', state = '', status = '', node = '', name = '', reason = ''] = fields;
    const raw = Number(status);
    // As `wait` has it: the signal in the lower bits, the code above.
    return [{ id, state, code: raw >> 8, signal: raw & 127, node, name, reason }];
  });
}

/** For `sacct -X -n -P -o`; the name last, since a bar in it is not escaped. */
export const SACCT_FORMAT = 'jobid,state,exitcode,nodelist,jobname';

export function parseSacct(text: string): readonly SlurmRow[] {
  return text.split('\n').flatMap((line) => {
    const [id, state, exit, node, ...name] = line.split('|');
    if (id === undefined || state === undefined || exit === undefined) return [];
    const [code, signal] = exit.split(':').map(Number);
    return [
      {
        id,
        state,
        code,
        signal,
        node: node === undefined || node === 'None assigned' ? '' : node,
        name: name.join('|'),
        reason: '',
      },
    ];
  });
}

/** What `sbatch --parsable` prints, wherever banners of wrappers stand; undefined: nothing of it. */
export function parseSubmitted(out: string): string | undefined {
  return [...out.matchAll(/^(\d+)(?:;.*)?$/gmu)].at(-1)?.[1];
}
