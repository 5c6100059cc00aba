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

  constructor(workingDirectory: string, disk: Disk) {
    this.#workingDirectory = workingDirectory;
    this.#disk = disk;
  }

  /** @throws what the disk throws. */
  write({ jobs, name }: SlurmLot, folder: string): void {
    const tokens = jobs.map(({ spec }) => spec.token);
    const first = tokenIn(name);
    if (tokens.length > 1) {
      const path = `${folder.slice(this.#workingDirectory.length + 1)}/${first}${LIST}`;
      this.#disk.replace(path, tokens.map((token) => `${token}\n`).join(''));
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

  /** Of an earlier flow: a list that it has written, or one job under its own name. */
  #read(first: string): readonly string[] {
    const runId = first.slice(0, Math.max(0, first.indexOf('.')));
    const attempts = `.flow/runs/${runId}/attempts`;
    for (const { name } of (runId === '' ? undefined : this.#disk.list(attempts)) ?? []) {
      const bytes = this.#disk.read(`${attempts}/${name}/${first}${LIST}`);
      if (bytes === undefined) continue;
      const tokens = new TextDecoder().decode(bytes).split('\n').slice(0, -1);
      this.#know(first, tokens);
      return tokens;
    }
    return [first];
  }

  #know(first: string, tokens: readonly string[]): void {
    this.#lots.set(first, tokens);
    for (const token of tokens) this.#firsts.set(token, first);
  }
}

const LIST = '.array';
