import { type ChildProcess, spawn } from 'node:child_process';
import type { CommandListener } from './command-listener.ts';
import type { JobProcesses } from './end-processes.ts';
import type { Environment } from '../protocol/job-environment.ts';
import { RESIDENT_PROGRAM } from './resident-frame.ts';
import { shellDied } from './start-details.ts';

export interface ResidentOptions {
  readonly workingDirectory: string;
  /** Its own, which its jobs inherit; the token in it marks what it forks. */
  readonly environment: Environment;
  readonly token: string;
  readonly listener: ResidentListener;
}

export interface ResidentListener {
  /** It can take a job. */
  readonly idle: (shell: ResidentShell) => void;
  /** It is dead. `isUnfit`: it never got as far as to take jobs, and others will not either. */
  readonly gone: (shell: ResidentShell, isUnfit: boolean) => void;
}

interface ResidentJob {
  readonly token: string;
  readonly listener: CommandListener;
  /** Launches it in another way, since it certainly has not begun here. */
  readonly relaunch: () => void;
}

interface Death {
  readonly how: string;
  readonly isKilled: boolean;
  /** It never got as far as to take jobs, and others will not either. */
  readonly isUnfit: boolean;
}

/** How long after the death of a shell its last words may take. */
const LAST_WORDS_MS = 20;

/**
 * A bash that stays, and runs one job at a time in a subshell: a fork costs a tenth of what a new
 * process costs Node. Its jobs are leaders of their own groups.
 */
export class ResidentShell {
  readonly #options: ResidentOptions;
  readonly #child: ChildProcess;
  #job: ResidentJob | undefined;
  #hasStarted = false;
  #isReady = false;
  #isDead = false;
  #unread = '';
  readonly #exited: Promise<void>;

  constructor(options: ResidentOptions) {
    this.#options = options;
    this.#child = spawn('bash', ['--noprofile', '--norc', '-c', RESIDENT_PROGRAM], {
      cwd: options.workingDirectory,
      env: options.environment,
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.stdout?.setEncoding('latin1').on('data', (text: string) => this.#read(text));
    // What is wrong with a pipe shows as the death of the shell.
    this.#child.stdin?.on('error', () => {});
    this.#child.stdout?.on('error', () => {});
    this.#exited = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        resolve();
        const isMissing = 'code' in error && error.code === 'ENOENT';
        this.#died({ how: error.message, isKilled: false, isUnfit: isMissing });
      });
      this.#child.once('exit', (code, signal) => {
        resolve();
        const isKilled = signal !== null;
        const isUnfit = !isKilled && !this.#isReady;
        this.#died({ how: signal ?? `exit code ${code}`, isKilled, isUnfit });
      });
    });
  }

  /** Only when it is idle. */
  run(frame: string, job: ResidentJob): void {
    this.#job = job;
    this.#hasStarted = false;
    this.#child.stdin?.write(frame, 'latin1');
  }

  /** Only when it is idle: there is nothing that it could leave unfinished. */
  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  #read(text: string): void {
    const lines = (this.#unread + text).split('\n');
    this.#unread = lines.pop() ?? '';
    for (const line of lines) this.#hear(line);
  }

  #hear(line: string): void {
    const [word, first, second] = line.split(' ');
    if (word === 'ready') this.#isReady = true;
    else if (word === 's') this.#jobStarted(Number(first));
    else if (word === 'e') this.#jobEnded(Number(first), second === '1');
  }

  #jobStarted(group: number): void {
    if (this.#job === undefined) return;
    this.#hasStarted = true;
    this.#job.listener.started(this.#processesOf(this.#job, group));
  }

  #jobEnded(code: number, hasLeftovers: boolean): void {
    const job = this.#job;
    this.#job = undefined;
    const release = (): void => {
      if (!this.#isDead) this.#options.listener.idle(this);
    };
    job?.listener.ended({ end: { kind: 'exited', code }, hasLeftovers, release });
  }

  #died(death: Death): void {
    this.#isDead = true;
    this.#options.listener.gone(this, death.isUnfit);
    if (this.#job !== undefined) setTimeout(() => this.#loseJob(death), LAST_WORDS_MS);
  }

  /** A shell that ended by itself could not fork, so its job has not begun. One that was killed … */
  #loseJob({ how, isKilled }: Death): void {
    const job = this.#job;
    if (job === undefined) return;
    this.#job = undefined;
    if (!this.#hasStarted && !(this.#isReady && isKilled)) {
      job.relaunch();
      return;
    }
    // … may have forked the job and not come to tell: then it is in the group of the shell.
    if (!this.#hasStarted) job.listener.started(this.#processesOf(job, this.#child.pid ?? 0));
    const end = { kind: 'lost', detail: shellDied(how) } as const;
    job.listener.ended({ end, hasLeftovers: true, release: () => {} });
  }

  #processesOf({ token }: ResidentJob, group: number): JobProcesses {
    return { group, tokens: [token, this.#options.token], bystander: this.#child.pid };
  }
}
