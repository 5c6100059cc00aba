import { dirname } from 'node:path';
import type { Clock } from '../../../ports/clock.ts';
import type { JobOutcome } from '../../../ports/executor.ts';
import type { FrozenAttempt } from '../../../ports/frozen-attempt.ts';
import type { JobSpec } from '../../../ports/job-spec.ts';
import { writeBenchmark } from '../benchmark.ts';
import { type InputContent, type InputLook, readInputs } from '../input-look.ts';
import type { OldOutputs } from '../old-outputs.ts';
import * as detail from '../outcome-details.ts';
import { pause } from '../pause.ts';
import type { ProtocolTools } from '../prepare.ts';
import { judge, refusal, settle, type Verdict } from '../settle.ts';
import type { ExitRecord } from './exit-record.ts';
import type { NodeEnd } from './recorded-end.ts';

export type ConcludeTools = ProtocolTools & { readonly clock: Clock };

/** An attempt that ran elsewhere, and of which nothing can write any more. */
export interface EndedAttempt {
  readonly frozen: FrozenAttempt;
  readonly inputs: readonly InputContent[];
  readonly end: NodeEnd;
  /** Undefined: the node has left none. */
  readonly record: ExitRecord | undefined;
  readonly durationMs: number;
  /** While true, and it is asked again and again, nobody waits for outputs any more. */
  readonly isCancelled: () => boolean;
}

/** Begins to read what is not known of the inputs, beside the job; `frozen` says how they were. */
export function readFrozenInputs(
  { spec, inputs }: FrozenAttempt,
  tools: ProtocolTools,
): readonly InputContent[] {
  return readInputs(looksOf(spec, inputs), tools.hasher);
}

/**
 * Judges what a node has done, and settles: on this side, since here outputs have to be in sight,
 * and only here contents are looked at. What the node has settled already is left as it is.
 */
export async function conclude(attempt: EndedAttempt, tools: ConcludeTools): Promise<JobOutcome> {
  const { frozen, end, record } = attempt;
  if (end.kind === 'refused') return refusal(end.detail);
  const { spec } = frozen;
  const verdict = await verdictOf(attempt, end, tools);
  const outcome = settle(
    {
      kind: 'prepared',
      spec,
      inputs: looksOf(spec, frozen.inputs),
      oldOutputs: oldOutputsOf(spec, tools),
    },
    verdict,
    tools.disk,
  );
  const folder = spec.keepRemains?.folder;
  if (outcome.kind !== 'failed' || record?.hasKept !== true || folder === undefined) return outcome;
  return { ...outcome, remainsIn: folder };
}

async function verdictOf(
  attempt: EndedAttempt,
  end: Exclude<NodeEnd, { kind: 'refused' }>,
  tools: ConcludeTools,
): Promise<Verdict> {
  const { frozen, inputs, record, durationMs, isCancelled } = attempt;
  const { spec } = frozen;
  if (end.kind === 'failed') {
    return { kind: 'bad', cause: end.cause, detail: end.detail, exitCode: undefined };
  }
  const isGood = end.kind === 'exited' && end.code === 0;
  if (isGood && record !== undefined) {
    const problem = await waitForSizes(attempt, record, tools);
    if (problem !== undefined) return problem;
  }
  const judging = judge({ verify: spec.verify, end, inputs }, tools);
  const verdict = await orCancelled(judging, isCancelled, tools.clock);
  if (verdict.kind !== 'good') return verdict;
  return writeBenchmark(spec, { durationMs, usage: undefined }, tools.disk) ?? verdict;
}

const LOOK_MS = 100;

/** A judgement may wait long for outputs; a cancel does not wait for it. */
async function orCancelled(
  judging: Promise<Verdict>,
  isCancelled: () => boolean,
  clock: Clock,
): Promise<Verdict> {
  const found: { verdict: Verdict | undefined } = { verdict: undefined };
  const judged = judging.then((verdict) => {
    found.verdict = verdict;
  });
  // One turn is enough for what has nothing to wait for.
  await Promise.race([judged, pause(0, clock)]);
  for (;;) {
    if (found.verdict !== undefined) return found.verdict;
    if (isCancelled()) return { kind: 'cancelled' };
    await Promise.race([judged, pause(LOOK_MS, clock)]);
  }
}

/**
 * A network file system may show a file before all of it. Waits until files are as long as the
 * node has seen them, no longer than for outputs that are missing.
 */
async function waitForSizes(
  { frozen: { spec }, isCancelled }: EndedAttempt,
  record: ExitRecord,
  { disk, clock }: ConcludeTools,
): Promise<Verdict | undefined> {
  const { outputs, latencyWaitMs } = spec.verify;
  const endMs = clock.now() + latencyWaitMs;
  for (;;) {
    const problem = record.outputs.flatMap(({ output, size }) => {
      const path = outputs[output]?.path;
      const stat = path === undefined ? undefined : disk.stat(path);
      if (path === undefined || stat?.type !== 'file' || stat.size === size) return [];
      return [{ path, text: detail.otherSize(path, { here: stat.size, there: size }) }];
    });
    if (problem.length === 0) return undefined;
    if (isCancelled()) return { kind: 'cancelled' };
    if (clock.now() >= endMs) {
      const text = problem.map((it) => it.text).join('; ');
      return { kind: 'bad', cause: 'node', detail: text, exitCode: 0 };
    }
    await pause(LOOK_MS, clock);
    for (const { path } of problem) disk.list(dirname(path));
  }
}

function looksOf(spec: JobSpec, stats: FrozenAttempt['inputs']): readonly InputLook[] {
  return spec.prepare.inputs.map((input, index) => ({ input, stat: stats[index] ?? undefined }));
}

/** What lies aside still, and what was not there at the launch. */
function oldOutputsOf({ prepare, verify }: JobSpec, { disk }: ConcludeTools): OldOutputs {
  const named = new Set(prepare.moveAside.map(({ from }) => from));
  return {
    moved: prepare.moveAside.filter(({ to }) => disk.lstat(to) !== undefined),
    absent: verify.outputs.map(({ path }) => path).filter((path) => !named.has(path)),
  };
}
