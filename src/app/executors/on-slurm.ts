import type { Arguments } from '../parse-arguments.ts';

/** Do jobs run on SLURM, or are thought to, as far as the command line says? */
export function isOnSlurm(args: Arguments): boolean {
  return args.value('executor') === 'slurm';
}
