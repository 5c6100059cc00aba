import { randomUUID } from 'node:crypto';
import type { JobSpec } from '../../ports/job-spec.ts';
import type { CommandListener } from './command-listener.ts';
import {
  commonEnvironment,
  type Environment,
  RUN_VARIABLE,
  TOKEN_VARIABLE,
} from '../protocol/job-environment.ts';
import { frameOf, isFitForResidents } from './resident-frame.ts';
import { type ResidentListener, ResidentShell } from './resident-shell.ts';

export interface ResidentShellsOptions {
  readonly workingDirectory: string;
  readonly environment: Environment;
  readonly maxCount: number;
}

/** The resident shells of a run. They are started as they are needed, and stay until the end. */
export class ResidentShells {
  readonly #options: ResidentShellsOptions;
  readonly #all = new Set<ResidentShell>();
  readonly #idle: ResidentShell[] = [];
  readonly #listener: ResidentListener;
  #base: Environment | undefined;
  #isUsable: boolean;

  constructor(options: ResidentShellsOptions) {
    this.#options = options;
    this.#isUsable = isFitForResidents(options.environment);
    this.#listener = {
      idle: (shell) => {
        this.#idle.push(shell);
      },
      gone: (shell, isUnfit) => this.#forget(shell, isUnfit),
    };
  }

  /**
   * Runs the command of a job, if it is fit for it and a shell is free or may be started.
   *
   * @param relaunch runs it elsewhere, should the shell turn out to be of no use.
   * @returns false: nothing was done.
   */
  run(job: {
    readonly spec: JobSpec;
    readonly environment: Environment;
    readonly listener: CommandListener;
    readonly relaunch: () => void;
  }): boolean {
    const { spec, listener, relaunch } = job;
    if (!this.#isUsable) return false;
    if (this.#idle.length === 0 && this.#all.size >= this.#options.maxCount) return false;
    this.#base ??= commonEnvironment(spec, this.#options.environment);
    if (spec.runId !== this.#base[RUN_VARIABLE]) return false;
    const frame = frameOf(spec, difference(job.environment, this.#base));
    if (frame === undefined) return false;
    const shell = this.#idle.pop() ?? this.#start(this.#base);
    shell?.run(frame, { token: spec.token, listener, relaunch });
    return shell !== undefined;
  }

  /** Only when none of them has a job. */
  async close(): Promise<void> {
    this.#isUsable = false;
    await Promise.all([...this.#all].map((shell) => shell.close()));
  }

  /** Undefined where the system starts no more processes. */
  #start(base: Environment): ResidentShell | undefined {
    const token = `shell-${randomUUID()}`;
    try {
      const shell = new ResidentShell({
        workingDirectory: this.#options.workingDirectory,
        environment: { ...base, [TOKEN_VARIABLE]: token },
        token,
        listener: this.#listener,
      });
      this.#all.add(shell);
      return shell;
    } catch {
      return undefined;
    }
  }

  #forget(shell: ResidentShell, isUnfit: boolean): void {
    this.#all.delete(shell);
    const at = this.#idle.indexOf(shell);
    if (at >= 0) this.#idle.splice(at, 1);
    if (isUnfit) this.#isUsable = false;
  }
}

function difference(environment: Environment, base: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => base[name] !== value),
  );
}
