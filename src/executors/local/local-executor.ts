import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { assert } from '../../core/diagnostic.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Disk } from '../../ports/disk.ts';
import type { Executor, ExecutorSession, JobOutcome } from '../../ports/executor.ts';
import type { FrozenAttempt } from '../../ports/frozen-attempt.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import type { CommandListener } from './command-listener.ts';
import { type Environment, jobEnvironment, ownEnvironment } from '../protocol/job-environment.ts';
import { logNotOpened } from '../protocol/outcome-details.ts';
import { AdoptedAttempt } from './adopted-attempt.ts';
import { type AttemptTools, LocalAttempt } from './local-attempt.ts';
import { oomCounter } from './oom-counter.ts';
import { OomKills } from './oom-kills.ts';
import { ResidentShells } from './resident-shells.ts';
import { spawnCommand } from './spawn-command.ts';
import { isAbsent } from './start-details.ts';
import { type TempFolder, TempFolders } from './temp-folders.ts';
import { GpuMemory } from './usage/gpu-memory.ts';
import { linuxProcesses } from './usage/process-table.ts';
import { UsageSampler } from './usage/usage-sampler.ts';

export interface LocalOptions {
  /** Absolute; the one of all its jobs, and of `disk` and `hasher`. */
  readonly workingDirectory: string;
  readonly disk: Disk;
  readonly hasher: Hasher;
  readonly clock: Clock;
  /** Between TERM and KILL. */
  readonly graceMs: number;
  /** Cards are given out by flow: jobs that were given none see none. Otherwise they see all. */
  readonly managesGpus?: boolean;
  /** Makes a folder for what jobs throw away, below `base` if it is given; it may throw. */
  readonly makeTempRoot?: (base: string | undefined) => string;
  /** Shells that stay, to run short commands in; none: each command is a new process. */
  readonly maxResidentShells?: number;
}

/** Runs jobs on this machine, each in a process group of its own. */
export function localExecutor(options: LocalOptions): Executor {
  return new LocalExecutor(options);
}

/** Starting jobs blocks the loop; after so long, what has ended meanwhile has its turn. */
const LONGEST_TURN_MS = 8;
const FEWEST_RESIDENT_SHELLS = 16;

class LocalExecutor implements Executor {
  readonly name = 'local';
  readonly #options: LocalOptions;
  readonly #own: Environment;
  readonly #shells: ResidentShells;
  readonly #tools: AttemptTools;
  readonly #sampler: UsageSampler;
  readonly #tempFolders: TempFolders | undefined;
  /** By token. */
  readonly #lent = new Map<string, TempFolder>();
  readonly #attempts = new Map<string, LocalAttempt | AdoptedAttempt>();
  #session: ExecutorSession | undefined;
  /** In the order of `launch`, from `#nextWaiting` on. */
  readonly #waiting: LocalAttempt[] = [];
  #nextWaiting = 0;
  #isTurnDue = false;

  constructor(options: LocalOptions) {
    const { workingDirectory, disk, hasher, clock, graceMs } = options;
    this.#options = options;
    this.#own = ownEnvironment(process.env);
    this.#shells = new ResidentShells({
      workingDirectory,
      environment: this.#own,
      maxCount:
        options.maxResidentShells ?? Math.max(FEWEST_RESIDENT_SHELLS, availableParallelism()),
    });
    const launch: AttemptTools['launch'] = (spec, listener) => this.#launch(spec, listener);
    this.#sampler = new UsageSampler({
      clock,
      processes: linuxProcesses,
      gpuMemory: new GpuMemory(),
    });
    const { makeTempRoot } = options;
    this.#tempFolders = makeTempRoot === undefined ? undefined : new TempFolders(makeTempRoot);
    const oomKills = new OomKills(oomCounter(), clock);
    this.#tools = { disk, hasher, clock, graceMs, launch, sampler: this.#sampler, oomKills };
  }

  open(session: ExecutorSession): Promise<void> {
    this.#session = session;
    return Promise.resolve();
  }

  launch(batch: readonly JobSpec[]): void {
    const session = this.#session;
    assert(session !== undefined, 'local executor: launched while it is not open');
    for (const spec of batch) {
      assert(!this.#attempts.has(spec.token), `local executor: token ${spec.token} used twice`);
      assert(
        spec.workingDirectory === this.#options.workingDirectory,
        `local executor: ${spec.label} is at home in another directory`,
      );
      const attempt = new LocalAttempt(spec, this.#tools, {
        started: session.started,
        ended: (token, outcome, durationMs) => {
          this.#attempts.delete(token);
          this.#takeBack(token, outcome);
          session.ended(token, outcome, durationMs);
        },
      });
      this.#attempts.set(spec.token, attempt);
      this.#waiting.push(attempt);
    }
    this.#takeTurn();
  }

  adopt(attempts: readonly FrozenAttempt[]): void {
    const session = this.#session;
    assert(session !== undefined, 'local executor: adopted while it is not open');
    for (const frozen of attempts) {
      const { token } = frozen.spec;
      assert(!this.#attempts.has(token), `local executor: token ${token} adopted twice`);
      const attempt = new AdoptedAttempt(frozen, this.#tools, {
        started: session.started,
        ended: (_, outcome, durationMs) => {
          this.#attempts.delete(token);
          session.ended(token, outcome, durationMs);
        },
      });
      this.#attempts.set(token, attempt);
    }
  }

  async cancel(tokens: readonly string[], how: 'gently' | 'at-once'): Promise<void> {
    const over: Promise<void>[] = [];
    for (const token of tokens) {
      const attempt = this.#attempts.get(token);
      if (attempt === undefined) continue;
      over.push(attempt.over());
      attempt.cancel(how);
    }
    await Promise.all(over);
  }

  async close(): Promise<void> {
    await this.cancel([...this.#attempts.keys()], 'gently');
    this.#session = undefined;
    this.#sampler.close();
    await Promise.all([this.#shells.close(), this.#tempFolders?.close()]);
  }

  #takeTurn(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    setImmediate(() => {
      this.#isTurnDue = false;
      this.#startWaiting();
    });
  }

  #startWaiting(): void {
    const endMs = performance.now() + LONGEST_TURN_MS;
    for (;;) {
      const attempt = this.#waiting[this.#nextWaiting];
      if (attempt === undefined) break;
      if (performance.now() > endMs) {
        this.#takeTurn();
        return;
      }
      this.#nextWaiting += 1;
      attempt.start();
    }
    this.#waiting.length = 0;
    this.#nextWaiting = 0;
  }

  #launch(spec: JobSpec, listener: CommandListener): void {
    const { disk } = this.#options;
    const environment = jobEnvironment(spec, {
      hidesGpus: this.#options.managesGpus === true,
      tempFolder: this.#lend(spec)?.path,
    });
    const relaunch = (): void => {
      spawnCommand(spec, { disk, environment: { ...this.#own, ...environment } }, listener);
    };
    const inResident = { ...listener, ended: endedInResident(spec, disk, listener) };
    if (!this.#shells.run({ spec, environment, listener: inResident, relaunch })) relaunch();
  }

  #lend({ token, workingDirectory, resources }: JobSpec): TempFolder | undefined {
    const { tmpdir } = resources.custom;
    const base = typeof tmpdir === 'string' ? resolve(workingDirectory, tmpdir) : undefined;
    const folder = this.#tempFolders?.take(base);
    if (folder !== undefined) this.#lent.set(token, folder);
    return folder;
  }

  #takeBack(token: string, outcome: JobOutcome): void {
    const folder = this.#lent.get(token);
    this.#lent.delete(token);
    const mayBeUsed = outcome.kind === 'lost' && !outcome.isDead;
    if (folder !== undefined && !mayBeUsed) this.#tempFolders?.giveBack(folder);
  }
}

/** A resident shell cannot tell a job that failed from a log that could not be opened. */
function endedInResident(
  spec: JobSpec,
  disk: Disk,
  { ended }: CommandListener,
): CommandListener['ended'] {
  return (command) => {
    const hasFailed = command.end.kind === 'exited' && command.end.code !== 0;
    if (!hasFailed || !isAbsent(spec.logFile, disk)) ended(command);
    else ended({ ...command, end: { kind: 'not-started', detail: logNotOpened(spec.logFile) } });
  };
}
