import type { Disk } from '../../ports/disk.ts';
import type { FrozenAttempt } from '../../ports/frozen-attempt.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import { lookAtInputs } from '../protocol/input-look.ts';
import { attemptFiles, markFile, nodeMark } from '../protocol/node/attempt-files.ts';
import { type ExitRecord, parseExitRecord } from '../protocol/node/exit-record.ts';
import { freeze, frozenText } from '../protocol/node/frozen-attempt.ts';
import { type NodeScriptOptions, nodeScript } from '../protocol/node/node-script.ts';
import { obstacleOf } from '../protocol/prepare.ts';
import type { SubmittedJob } from './batch-system.ts';
import { byFolder } from './by-folder.ts';

export interface FolderOptions extends Pick<NodeScriptOptions, 'graceMs' | 'gpus'> {
  /** Name of the executor. */
  readonly executor: string;
  readonly workingDirectory: string;
  readonly disk: Disk;
}

/** So many attempts share a folder, so that a look at those that are open stays cheap. */
const ATTEMPTS_A_FOLDER = 500;

/** What nodes have left in one folder. */
export interface FolderMarks {
  /** By token: the highest number of a start that was begun. */
  readonly begun: ReadonlyMap<string, number>;
  /** By token: numbers of starts that have left an exit record. */
  readonly exits: ReadonlyMap<string, readonly number[]>;
}

/** The files of attempts on the disk that is shared with the nodes. */
export class AttemptFolders {
  readonly #options: FolderOptions;
  #count = 0;
  #idFileCount = 0;

  constructor(options: FolderOptions) {
    this.#options = options;
  }

  /**
   * Writes what has to outlive us of an attempt, and its script, before it is handed over. Answers
   * why it must not begin instead, if there is something.
   *
   * @throws what the disk throws.
   */
  write(spec: JobSpec, nowMs: number): FrozenAttempt | { readonly obstacle: string } {
    const { disk, executor, workingDirectory, graceMs, gpus } = this.#options;
    const inputs = lookAtInputs(spec.prepare.inputs, disk);
    const obstacle = obstacleOf(spec, inputs, disk);
    if (obstacle !== undefined) return { obstacle };
    const lot = Math.floor(this.#count / ATTEMPTS_A_FOLDER);
    this.#count += 1;
    const folder = `.flow/runs/${spec.runId}/attempts/${lot}`;
    if (disk.stat(folder) === undefined) disk.makeDirectory(folder);
    const frozen = freeze(spec, { executor, folder, nowMs, inputs }, disk);
    const files = attemptFiles(folder, spec.token);
    const absolute = `${workingDirectory}/${folder}`;
    disk.replace(files.script, nodeScript(frozen.spec, { folder: absolute, graceMs, gpus }));
    disk.replace(files.frozen, frozenText(frozen));
    return frozen;
  }

  /** Absolute. */
  scriptOf({ folder, spec }: FrozenAttempt): string {
    return `${this.#options.workingDirectory}/${attemptFiles(folder, spec.token).script}`;
  }

  /** Names what jobs the system has taken, for whoever comes after us. @throws what the disk throws. */
  writeIds(jobs: readonly (SubmittedJob & { readonly folder: string })[]): void {
    for (const [folder, taken] of byFolder(jobs, (job) => job.folder)) {
      this.#idFileCount += 1;
      const name = `${taken[0]?.token ?? ''}.ids.${process.pid}.${this.#idFileCount}`;
      const rows = taken.map(({ token, id, submittedAtMs }) => ({ token, id, submittedAtMs }));
      this.#options.disk.replace(`${folder}/${name}`, `${JSON.stringify(rows)}\n`);
    }
  }

  /** Of one folder, by token; the last that was written counts. */
  readIds(folder: string): ReadonlyMap<string, SubmittedJob> {
    const { disk } = this.#options;
    const found = new Map<string, SubmittedJob>();
    for (const { name } of disk.list(folder) ?? []) {
      if (!IDS.test(name)) continue;
      const bytes = disk.read(`${folder}/${name}`);
      if (bytes === undefined) continue;
      // Written by `writeIds`, and put in place by a rename.
      const rows: readonly SubmittedJob[] = JSON.parse(new TextDecoder().decode(bytes));
      for (const row of rows) {
        const known = found.get(row.token);
        if (known === undefined || known.submittedAtMs <= row.submittedAtMs) {
          found.set(row.token, row);
        }
      }
    }
    return found;
  }

  marks(folder: string): FolderMarks {
    const begun = new Map<string, number>();
    const exits = new Map<string, number[]>();
    for (const { name } of this.#options.disk.list(folder) ?? []) {
      const mark = nodeMark(name);
      if (mark === undefined) continue;
      const { token, kind, start } = mark;
      if (kind === 'begin') begun.set(token, Math.max(start, begun.get(token) ?? -1));
      else exits.set(token, [...(exits.get(token) ?? []), start]);
    }
    return { begun, exits };
  }

  /** Undefined: there is none, or nothing that can be believed. */
  record({ folder, spec: { token } }: FrozenAttempt, start: number): ExitRecord | undefined {
    const bytes = this.#options.disk.read(markFile(folder, { token, kind: 'exit', start }));
    return bytes === undefined
      ? undefined
      : parseExitRecord(new TextDecoder().decode(bytes), token);
  }
}

const IDS = /\.ids\.\d+\.\d+$/;
