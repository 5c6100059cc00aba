import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { loadRecords } from '../../src/adapters/load-records.ts';
import { PathTable } from '../../src/core/graph/path-table.ts';
import { PLAIN_RUN } from '../model/history-arbitrary.ts';
import type { History, JobSpec, RunStep, Step } from '../model/history.ts';
import type { PlayedRun, Player } from '../model/play-history.ts';
import type { FileChange, World } from '../model/world.ts';
import { filesIn, linesIn } from './program-files.ts';
import { type Ended, flow, processesIn, workFolder } from './program-flow.ts';
import {
  attemptsIn,
  isRefusal,
  jobsOfPlan,
  keyOf,
  type LoggedEvent,
  wordsOf,
  yamlOf,
} from './program-texts.ts';

/** About what a run of a history has of calls: some are killed after their last one, that is not. */
export const CALLS = 80;

/** What the player can say: all inputs are read, and stand in a list without names; all outputs are made. */
export function playable({ workflow, steps }: History): History {
  const jobs = workflow.jobs.map((job) => ({
    ...job,
    inputs: job.inputs.map((input) => ({ ...input, edge: 'data' as const })),
    outputs: job.outputs.map((output) => ({ ...output, isOptional: false })),
  }));
  return {
    workflow: { ...workflow, jobs },
    steps: steps.filter(({ kind }) => kind !== 'name-input'),
  };
}

/**
 * Runs are killed before these calls, and so is a run after every step that is none; 0: there is
 * no kill, and no such run.
 */
export function killedAt(history: History, calls: readonly number[]): History {
  const steps = history.steps.flatMap((step, index): Step[] => {
    const call = calls[index] ?? 0;
    if (call === 0) return [step];
    return step.kind === 'run' ? [killedRun(step, call)] : [step, killedRun(PLAIN_RUN, call)];
  });
  return { ...history, steps: [...steps, PLAIN_RUN] };
}

/** What stands for a start in other players is a call in this one. */
function killedRun(step: RunStep, call: number): Step {
  return { ...step, kind: 'run', kill: { start: call, leaves: 'restored' } };
}

/** The built program in a folder of its own: rules as a YAML file, commands in bash. */
export class ProgramPlayer implements Player {
  readonly #folder = workFolder({ 'flow.yaml': '', '../notes/log': '' });
  readonly #notes = join(dirname(this.#folder), 'notes');
  /** Of the model, which moment was the last that files may bear. */
  #last = 0;

  change(change: FileChange): void {
    const path = join(this.#folder, change.path);
    if (change.kind === 'delete') {
      rmSync(path);
      return;
    }
    const { content, time } = change.file;
    const old = existsSync(path) ? statSync(path) : undefined;
    const isTouch = old !== undefined && readFileSync(path, 'utf8').trim() === content;
    const keepsTime = time <= this.#last;
    this.#last = Math.max(this.#last, time);
    if (isTouch) {
      utimesSync(path, new Date(), new Date());
      return;
    }
    // Of another size than before: size and time alike are not looked into any further.
    let text = `${content}\n`;
    while (text.length === old?.size) text += '\n';
    writeFileSync(path, text);
    if (keepsTime && old !== undefined) utimesSync(path, old.atime, old.mtime);
  }

  forget(): void {
    rmSync(join(this.#folder, '.flow'), { recursive: true, force: true });
  }

  files(): ReadonlyMap<string, string> {
    const texts = Object.entries(filesIn(this.#folder));
    return new Map(texts.map(([name, text]) => [name, text.trim()]));
  }

  run(step: RunStep, world: World): PlayedRun {
    const { jobs } = world;
    writeFileSync(join(this.#folder, 'flow.yaml'), yamlOf(jobs));
    rmSync(join(this.#notes, 'failing'), { recursive: true, force: true });
    mkdirSync(join(this.#notes, 'failing'));
    for (const number of step.failing) {
      writeFileSync(join(this.#notes, 'failing', jobs[number % jobs.length]?.key ?? ''), '');
    }
    const call = step.kill?.start;
    return call === undefined ? this.#runToEnd(step, world) : this.#runAndKill(step, call, world);
  }

  #runToEnd(step: RunStep, world: World): PlayedRun {
    const runsBefore = this.#runFolders();
    const ended = this.#flow(['-c2', ...wordsOf(step, world)]);
    if (isRefusal(ended)) return { kind: 'refused' };
    const [runFolder] = this.#runFolders().filter((name) => !runsBefore.includes(name));
    const ends = runFolder === undefined ? [] : this.#endsIn(runFolder);
    const keysOf = (end: string): ReadonlySet<string> =>
      new Set(ends.filter(([, itsEnd]) => itsEnd === end).map(([name]) => keyOf(name, world.jobs)));
    const failed = keysOf('failed');
    // Skipped jobs need a failed one, or a held one.
    const isFailure = failed.size > 0 || keysOf('skipped').size > 0;
    if (ended.code !== (isFailure ? 1 : 0))
      throw new Error(`exit code ${ended.code}\n${ended.err}`);
    this.#checkQuiet();
    this.#last = world.now + world.jobs.length + 1;
    return {
      kind: 'ended',
      ran: keysOf('succeeded'),
      failed,
      held: keysOf('held'),
      cut: undefined,
    };
  }

  /** One job at a time, so that there is one victim. What died is brought in order at once. */
  #runAndKill(step: RunStep, call: number, world: World): PlayedRun {
    const words = wordsOf(step, world);
    const plan = this.#flow([...words, '-n']);
    if (isRefusal(plan)) {
      // Only a real run keeps that touched files were looked at.
      return this.#runToEnd(step, world);
    }
    const journal = join(this.#folder, '.flow/journal');
    const before = linesIn(journal).length;
    const killed = this.#flow(['-c1', ...words], { KILL_AT_CALL: `${call}` });
    if (killed.signal !== 'SIGKILL' && killed.code !== 0 && killed.code !== 1) {
      throw new Error(`exit code ${killed.code}\n${killed.err}`);
    }
    const lines = linesIn(journal).slice(before);
    const recovery = this.#flow(['nothing']);
    if (recovery.code !== 0) throw new Error(`exit code ${recovery.code}\n${recovery.err}`);
    this.#checkQuiet();
    this.#last = world.now + world.jobs.length + 1;
    return this.#cutRun(lines, plan.out, world);
  }

  /** What the journal says of a run that was killed. */
  #cutRun(lines: readonly string[], plan: string, { jobs }: World): PlayedRun {
    const { ran, failed, removed } = attemptsIn(lines, jobs);
    const isRemoved = (file: string): boolean => removed.has(file);
    const readersOfRemoved = jobs.filter(({ inputs }) =>
      inputs.some(({ file }) => isRemoved(file)),
    );
    const over = new Set([...ran, ...failed, ...readersOfRemoved.map(({ key }) => key)]);
    const { planned, held } = jobsOfPlan(plan, jobs);
    const unreached = planned.filter((key) => !over.has(key));
    const victim = this.#unclearJob(jobs);
    for (const { file } of victim?.outputs ?? []) {
      writeFileSync(join(this.#folder, file), 'half.0\n');
    }
    return {
      kind: 'ended',
      ran,
      failed,
      held: new Set(held),
      cut: {
        unreached: new Set(unreached),
        victim: victim?.key,
        leaves: victim === undefined ? 'restored' : 'half-written',
        removed: new Set([...removed].filter((file) => !existsSync(join(this.#folder, file)))),
      },
    };
  }

  /** Whose outputs may be whole or not: nobody can say, so they may as well be half. */
  #unclearJob(jobs: readonly JobSpec[]): JobSpec | undefined {
    const directory = join(this.#folder, '.flow');
    if (!existsSync(join(directory, 'journal'))) return undefined;
    const open = loadRecords({ directory }, new PathTable()).openAttempts();
    const [output] = open.flatMap(({ outputs }) => outputs);
    return jobs.find(({ outputs }) => outputs.some(({ file }) => file === output));
  }

  /** No process of a run is left, and nothing that it moved aside. */
  #checkQuiet(): void {
    const pids = processesIn(this.#folder);
    if (pids.length > 0) throw new Error(`processes are left: ${pids.join(' ')}`);
    const aside = [...this.files().keys()].filter((name) => name.includes('.flow-'));
    if (aside.length > 0) throw new Error(`left aside: ${aside.join(' ')}`);
    if (existsSync(join(this.#folder, '.flow/lock'))) throw new Error('the lock is left');
  }

  #flow(words: readonly string[], env: Readonly<Record<string, string>> = {}): Ended {
    return flow(this.#folder, words, { env: { NOTES: this.#notes, ...env } });
  }

  #runFolders(): readonly string[] {
    const folder = join(this.#folder, '.flow/runs');
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  /** How jobs ended, by the names of their rules. */
  #endsIn(runFolder: string): [rule: string, end: string][] {
    return linesIn(join(this.#folder, '.flow/runs', runFolder, 'events.jsonl')).flatMap(
      (line): [string, string][] => {
        const { kind, job, outcome }: LoggedEvent = JSON.parse(line);
        if (job === undefined) return [];
        if (kind === 'job-ended') return [[job.rule, outcome?.kind ?? '']];
        if (kind === 'job-held') return [[job.rule, 'held']];
        return kind === 'job-skipped' ? [[job.rule, 'skipped']] : [];
      },
    );
  }
}
