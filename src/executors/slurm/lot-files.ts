import type { Disk } from '../../ports/disk.ts';
import { type SlurmLot, tokenIn } from './slurm-lots.ts';

/** Which jobs an array has, written before it is submitted: its name only tells the first. */
export class LotFiles {
  readonly #workingDirectory: string;
  readonly #disk: Disk;
  /** By the token of the first. */
  readonly #lots = new Map<string, readonly string[]>();
  /** By token: that of the first of its lot. */
  readonly #firsts = new Map<string, string>();
  /** By the token of the first, of those that we have written. */
  readonly #folders = new Map<string, string>();

  constructor(workingDirectory: string, disk: Disk) {
    this.#workingDirectory = workingDirectory;
    this.#disk = disk;
  }

  /** @throws what the disk throws. */
  write({ jobs, name }: SlurmLot, folder: string): void {
    const tokens = jobs.map(({ spec }) => spec.token);
    const first = tokenIn(name);
    const place = folder.slice(this.#workingDirectory.length + 1);
    this.#folders.set(first, place);
    if (tokens.length > 1) {
      this.#disk.replace(`${place}/${first}${LIST}`, tokens.map((token) => `${token}\n`).join(''));
    }
    this.#know(first, tokens);
  }

  /** Tokens of the tasks of a job that has this name in the queue; none: it is not ours. */
  tokensOf(name: string): readonly string[] {
    const first = tokenIn(name);
    return this.#lots.get(first) ?? this.#read(first);
  }

  /** May a job of this name be the attempt of this token? */
  isNameOf(name: string, token: string): boolean {
    const first = this.#firsts.get(token);
    if (first !== undefined) return tokenIn(name) === first;
    return this.tokensOf(name).includes(token);
  }

  /** Was the job of this id ended for its memory, where no control group counts that? */
  wasOverMemory(id: string, token: string): boolean {
    const bytes = this.#foldersOf(token)
      .map((folder) => this.#disk.read(`${folder}/slurm-${id}.out`))
      .find((it) => it !== undefined);
    return bytes !== undefined && OVER_MEMORY.test(new TextDecoder().decode(bytes));
  }

  /** Of an earlier flow: a list that it has written, or one job under its own name. */
  #read(first: string): readonly string[] {
    for (const folder of this.#foldersOf(first)) {
      const bytes = this.#disk.read(`${folder}/${first}${LIST}`);
      if (bytes === undefined) continue;
      const tokens = new TextDecoder().decode(bytes).split('\n').slice(0, -1);
      this.#know(first, tokens);
      return tokens;
    }
    return [first];
  }

  /** Where the files of an attempt may be; one, if we have submitted it ourselves. */
  #foldersOf(token: string): readonly string[] {
    const known = this.#folders.get(this.#firsts.get(token) ?? token);
    if (known !== undefined) return [known];
    const runId = token.slice(0, Math.max(0, token.indexOf('.')));
    const attempts = `.flow/runs/${runId}/attempts`;
    const entries = runId === '' ? undefined : this.#disk.list(attempts);
    return (entries ?? []).map(({ name }) => `${attempts}/${name}`);
  }

  #know(first: string, tokens: readonly string[]): void {
    this.#lots.set(first, tokens);
    for (const token of tokens) this.#firsts.set(token, first);
  }
}

const LIST = '.array';
/** What SLURM writes to the output of a job that it ends; all else is in the job's log. */
const OVER_MEMORY = /^slurmstepd\S*: .*exceeded memory limit/mu;
