import { FLOW_FOLDER } from '../adapters/flow-folder.ts';
import { stillElsewhere } from '../core/catalogue/executor.ts';
import { FlowError } from '../core/diagnostic.ts';
import { NO_JOB } from '../core/graph/job-graph.ts';
import { type Plan, VERDICT } from '../core/plan/plan.ts';
import type { Records } from '../core/records/records.ts';
import { LOCAL } from '../executors/local/outliving.ts';
import { isToBeTakenOn } from '../executors/local/kept-processes.ts';
import { attemptFiles } from '../executors/protocol/node/attempt-files.ts';
import { parseFrozen } from '../executors/protocol/node/frozen-attempt.ts';
import type { Disk } from '../ports/disk.ts';
import type { FrozenAttempt } from '../ports/frozen-attempt.ts';

type Reader = Pick<Disk, 'list' | 'read' | 'stat'>;

/** Tokens of all attempts of a run that may have gone on without the flow that launched them. */
export function frozenTokens(runId: string, disk: Reader): ReadonlySet<string> {
  const tokens = foldersOf(runId, disk).flatMap((folder) =>
    (disk.list(folder) ?? []).flatMap(({ name }) => TOKEN.exec(name)?.[1] ?? []),
  );
  return new Set(tokens);
}

/** Of the attempts whose end is not recorded, those that may have gone on. */
export function earlierAttempts(records: Records, disk: Reader): readonly FrozenAttempt[] {
  const folders = new Map<string, readonly string[]>();
  return records.openAttempts().flatMap(({ token }) => {
    const runId = runOf(token);
    const known = folders.get(runId) ?? foldersOf(runId, disk);
    folders.set(runId, known);
    for (const folder of known) {
      const bytes = disk.read(attemptFiles(folder, token).frozen);
      const frozen = bytes === undefined ? undefined : parseFrozen(decoder.decode(bytes));
      if (frozen !== undefined) return mayGoOn(frozen, disk) ? [frozen] : [];
    }
    return [];
  });
}

/** Of an attempt on this machine it can be seen: else it is as if it had not been frozen. */
function mayGoOn(frozen: FrozenAttempt, disk: Reader): boolean {
  return frozen.executor !== LOCAL || isToBeTakenOn(frozen, disk);
}

export function tokensOf(attempts: readonly FrozenAttempt[]): ReadonlySet<string> {
  return new Set(attempts.map(({ spec }) => spec.token));
}

/**
 * Those that `executor` can take on.
 *
 * @throws FlowError if others are at what the plan wants to make: only who launched them knows
 *   whether they have ended, and until then nobody may make the same.
 */
export function ownAttempts(
  earlier: readonly FrozenAttempt[],
  executor: string,
  { graph, verdict }: Plan,
): readonly FrozenAttempt[] {
  const others = earlier.filter((it) => it.executor !== executor);
  const inTheWay = others.filter(({ spec }) =>
    spec.verify.outputs.some(({ path }) => {
      const file = graph.paths.find(path);
      const job = file < 0 ? NO_JOB : (graph.producer[file] ?? NO_JOB);
      return job !== NO_JOB && verdict[job] !== VERDICT.keep;
    }),
  );
  const [first] = inTheWay;
  if (first !== undefined) {
    const { label } = first.spec;
    throw new FlowError(stillElsewhere({ label, count: inTheWay.length, where: first.executor }));
  }
  return earlier.filter((it) => it.executor === executor);
}

/** Of what is frozen, and of shells beside it that are to see its end. */
const TOKEN = /^(.+)\.(?:json|beside)$/;
const decoder = new TextDecoder();

/** `RUN.JOB.ATTEMPT` */
function runOf(token: string): string {
  return token.slice(0, token.indexOf('.'));
}

function foldersOf(runId: string, disk: Reader): readonly string[] {
  const folder = `${FLOW_FOLDER}/runs/${runId}/attempts`;
  return (disk.list(folder) ?? []).map(({ name }) => `${folder}/${name}`);
}
