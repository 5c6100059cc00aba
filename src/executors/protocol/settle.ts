import type { FileRow, InputRow } from '../../core/records/journal-entry.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Disk } from '../../ports/disk.ts';
import type { JobOutcome } from '../../ports/executor.ts';
import type { JobSpec, Verify } from '../../ports/job-spec.ts';
import { type CommandEnd, type CommandFailure, failureOf } from './command-end.ts';
import { type InputContent, inputRows } from './input-look.ts';
import { readLastLines } from './last-lines.ts';
import { dropSiblings, keepRemains, putBack } from './old-outputs.ts';
import * as detail from './outcome-details.ts';
import type { PreparedAttempt, ProtocolTools } from './prepare.ts';
import { touchOutputs } from './touch-outputs.ts';
import { verify } from './verify.ts';

/** What an attempt came to, before anything is done about it. */
export type Verdict =
  | {
      readonly kind: 'good';
      readonly inputs: readonly InputRow[];
      readonly inputFiles: readonly FileRow[];
      readonly outputs: readonly FileRow[];
      readonly leftOut: readonly string[];
    }
  | ({ readonly kind: 'bad' } & CommandFailure)
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'lost'; readonly detail: string };

/** A command that has run, of which nothing can write any more. */
export interface RunCommand {
  readonly verify: Verify;
  readonly end: CommandEnd;
  readonly inputs: readonly InputContent[];
}

/**
 * Finds what an attempt came to. Makes what the rule leaves to flow, at once, and then only looks:
 * that may take long, and its answer may be thrown away.
 */
export async function judge(
  { verify: expected, end, inputs }: RunCommand,
  tools: ProtocolTools & { readonly clock: Clock },
): Promise<Verdict> {
  if (end.kind === 'cancelled' || end.kind === 'lost') return end;
  const failure = failureOf(end);
  if (failure !== undefined) return { kind: 'bad', ...failure };
  try {
    touchOutputs(expected, tools.disk);
    const outputs = await verify(expected, tools);
    if (outputs.kind === 'bad') {
      return { kind: 'bad', cause: 'missing-output', detail: outputs.detail, exitCode: 0 };
    }
    const { rows, leftOut } = outputs;
    return { kind: 'good', outputs: rows, leftOut, ...(await inputRows(inputs, tools)) };
  } catch (error) {
    return { kind: 'bad', cause: 'node', detail: detail.notVerified(error), exitCode: 0 };
  }
}

/**
 * Does what follows from the verdict: old outputs go and new ones are protected, or old ones come
 * back in the place of partial ones, which are kept elsewhere if the spec says so. Old outputs that could not be put back are named in the
 * outcome, which is a failure then.
 */
export function settle(
  { spec, oldOutputs }: PreparedAttempt,
  found: Verdict,
  disk: Disk,
): JobOutcome {
  const verdict = found.kind === 'good' ? protectOutputs(spec, found, disk) : found;
  if (verdict.kind === 'good') {
    dropSiblings(oldOutputs, disk);
    const { inputs, inputFiles, outputs, leftOut } = verdict;
    const isWhole = leftOut.length === 0;
    return { kind: 'succeeded', inputs, inputFiles, outputs, ...(!isWhole && { leftOut }) };
  }
  const remains = spec.keepRemains;
  const hasKept = remains !== undefined && keepRemains(remains.moves, disk);
  const troubles = putBack(oldOutputs, disk);
  switch (verdict.kind) {
    case 'bad':
      return {
        kind: 'failed',
        cause: verdict.cause,
        detail: [verdict.detail, ...troubles].join('; '),
        exitCode: verdict.exitCode,
        lastLines: readLastLines(spec.workingDirectory, spec.logFile),
        ...(hasKept && { remainsIn: remains.folder }),
      };
    case 'lost':
      return { kind: 'lost', detail: [verdict.detail, ...troubles].join('; '), isDead: true };
    case 'cancelled':
      return troubles.length === 0
        ? { kind: 'cancelled' }
        : refusal(['cancelled', ...troubles].join('; '), 'node');
  }
}

function protectOutputs({ verify: { outputs } }: JobSpec, good: Verdict, disk: Disk): Verdict {
  try {
    for (const { path, isProtected } of outputs) {
      // An optional one may not be there.
      if (isProtected === true && disk.lstat(path) !== undefined) disk.protect(path);
    }
    return good;
  } catch (error) {
    return { kind: 'bad', cause: 'node', detail: detail.notProtected(error), exitCode: 0 };
  }
}

/** The outcome of an attempt whose command never ran. */
export function refusal(why: string, cause: 'start' | 'node' = 'start'): JobOutcome {
  return { kind: 'failed', cause, detail: why, exitCode: undefined, lastLines: [] };
}
