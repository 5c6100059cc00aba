import { EDGE_KINDS, type JobId } from '../../../src/core/graph/job-graph.ts';
import { InputChanges } from '../../../src/core/plan/input-changes.ts';
import type { JournalEntry } from '../../../src/core/records/journal-entry.ts';
import { optionalFiles } from '../../../src/core/graph/optional-files.ts';
import { shapeText } from '../../../src/core/rule/file-groups.ts';
import type { JobMaker } from '../../../src/engine/job-maker.ts';
import type { RunLimits } from '../../../src/engine/run-limits.ts';
import { runPlan } from '../../../src/engine/run-plan.ts';
import type { SpecInput } from '../../../src/ports/job-spec.ts';
import type { RunEvent } from '../../../src/ports/run-event.ts';
import type { PlayedRun } from '../../model/play-history.ts';
import { ManualClock } from '../../rigs/manual-clock.ts';
import { SMALL } from '../../rigs/run-rig.ts';
import { PlanPlayer } from '../core/plan-player.ts';
import { codeText, paramsText } from '../core/plan-texts.ts';
import type { PlanRunRequest } from '../core/plan-run.ts';
import { ModelExecutor } from './model-executor.ts';

const LIMITS: Omit<RunLimits, 'capacity'> = {
  isClamping: false,
  isKeepGoing: true,
  isKeepingTemps: false,
  retries: 0,
  infrastructureRetries: 0,
  backOffMs: 0,
};

/** The real planner and the real engine over files and records in memory. */
export class EnginePlayer extends PlanPlayer {
  override async carryOut(request: PlanRunRequest): Promise<PlayedRun> {
    const { input, plan, step } = request;
    const { facts } = input;
    const events: RunEvent[] = [];
    const entries: JournalEntry[] = [];
    // Whoever writes the journal may keep the records up to date meanwhile, or not.
    const isLive = (step.choices[0] ?? 0) % 2 === 0;
    const cores = 1 + ((step.choices[1] ?? 0) % 3);
    const result = await runPlan({
      runId: `run-${request.world.now}`,
      plan,
      records: this.records,
      facts,
      changes: new InputChanges(input, plan),
      limits: {
        ...LIMITS,
        capacity: {
          cores,
          jobs: undefined,
          memMib: undefined,
          diskMib: undefined,
          gpus: [],
          custom: {},
        },
      },
      trashFolder: '.flow/trash/run',
      tempHolds: new Set(),
      maker: makerOf(request),
      tools: {
        executor: new ModelExecutor(this, request),
        journal: {
          append: (batch) => {
            if (isLive) for (const entry of batch) this.records.apply(entry);
            else entries.push(...batch);
          },
          close: () => {},
        },
        disk: {
          remove: (path) => this.store.delete(path),
          stat: () => undefined,
          lstat: (path) =>
            this.store.has(path) ? { type: 'file', size: 0, mtimeMs: 0 } : undefined,
          isProtected: () => false,
          protect: () => {},
        },
        hasher: { fingerprint: (path) => Promise.resolve(this.rowOf(path)) },
        clock: new ManualClock(),
        tell: (event) => events.push(event),
        onSignal: () => () => {},
      },
    });
    if (result.end.kind === 'broke') throw result.end.error;
    for (const entry of entries) this.records.apply(entry);
    if (this.records.openAttempts().length > 0) throw new Error('an attempt was left open');
    return playedBy(events);
  }
}

function makerOf({ plan: { graph }, specs }: PlanRunRequest): JobMaker {
  const outputsOf = (job: JobId): string[] =>
    Array.from(
      graph.outputFile.subarray(graph.outputStart[job], graph.outputStart[job + 1]),
      (file) => graph.paths.path(file),
    );
  const optional = optionalFiles(graph);
  return {
    reference: (job) => ({ id: job, rule: specs[job]?.name ?? '', label: specs[job]?.key ?? '' }),
    priority: () => 0,
    request: () => SMALL,
    texts: (job) => ({
      shape: shapeText(graph.shapes[graph.inputShape[job] ?? 0] ?? []),
      code: codeText(specs[job]),
      params: paramsText(specs[job]),
      env: 'null',
    }),
    spec: (job, { token, runId, attempt, request, moveAside, known }) => {
      const inputs: SpecInput[] = [];
      for (let at = graph.inputStart[job] ?? 0; at < (graph.inputStart[job + 1] ?? 0); at += 1) {
        const file = graph.inputFile[at] ?? 0;
        const edge = EDGE_KINDS[graph.inputEdge[at] ?? 0];
        inputs.push({
          path: graph.paths.path(file),
          isFingerprinted: edge === 'data' || edge === 'final',
          isOptional: edge === 'final' || optional.has(file),
          known: known(file),
        });
      }
      return {
        version: 1,
        token,
        runId,
        label: specs[job]?.key ?? '',
        rule: specs[job]?.name ?? '',
        attempt,
        workingDirectory: '/w',
        prepare: { inputs, makeDirectories: [], writeFiles: [], moveAside },
        command: { kind: 'shell', text: '' },
        environment: {},
        resources: request,
        gpus: [],
        logFile: '',
        verify: {
          outputs: outputsOf(job).map((path) => ({ path, type: 'file' })),
          latencyWaitMs: 0,
        },
      };
    },
  };
}

const FORESEEN = new Set(['input-remade', 'temp-may-be-needed']);

function playedBy(events: readonly RunEvent[]): PlayedRun {
  const ends = new Map<string, string>();
  const started = new Map<string, readonly string[]>();
  for (const event of events) {
    if (event.kind === 'job-started') {
      const kinds = event.reasons.map(({ kind }) => kind).filter((kind) => !FORESEEN.has(kind));
      started.set(event.job.label, kinds);
    }
    if (event.kind === 'job-ended') ends.set(event.job.label, event.outcome.kind);
    if (event.kind === 'job-held') ends.set(event.job.label, 'held');
  }
  const keysOf = (end: string): ReadonlySet<string> =>
    new Set([...ends].flatMap(([key, itsEnd]) => (itsEnd === end ? [key] : [])));
  const ran = keysOf('succeeded');
  return {
    kind: 'ended',
    ran,
    failed: keysOf('failed'),
    held: keysOf('held'),
    cut: undefined,
    reasons: new Map([...started].filter(([key]) => ran.has(key))),
  };
}
