import type { Submission } from '../batch/batch-system.ts';
import type { SlurmAnswer } from './slurm-call.ts';

/** Words of `sbatch` that say that nobody knows whether the job was taken. */
const UNKNOWN =
  /Socket timed out|Zero Bytes were transmitted|Unexpected message received|Communication connection failure|Header lengths are longer|Protocol authentication|I\/O error/iu;
/** And that nothing was taken now. */
const LATER =
  /connect failure|Unable to contact slurm controller|temporarily unable|Resource temporarily unavailable|Too many|Slurm backup controller|in standby/iu;

/** What a failed `sbatch` means for its jobs. */
export function submissionFailure({
  code,
  err,
}: SlurmAnswer): Exclude<Submission, { kind: 'accepted' }> {
  const detail = saidIn(err);
  if (code === undefined || UNKNOWN.test(err)) return { kind: 'ambiguous', detail };
  if (isLimit(err) || LATER.test(withoutFrame(err))) return { kind: 'busy', detail };
  return { kind: 'refused', detail };
}

/** More jobs are in the queue than somebody may have there; fewer may still fit. */
export function isLimit(err: string): boolean {
  return /job submit limit|MaxSubmit|SubmitJobLimit|MaxJobCount/iu.test(err);
}

/** `sbatch: error: Batch job submission failed: ` says nothing by itself. */
function withoutFrame(line: string): string {
  return line.replaceAll(/^\w+: (?:error: )?|Batch job submission failed: /gmu, '');
}

/** The last line counts: those before it are banners and details. */
function saidIn(err: string): string {
  const lines = withoutFrame(err).trim().split('\n');
  const said = lines.findLast((line) => line.trim() !== '');
  return said?.trim() ?? 'it did not say why';
}
