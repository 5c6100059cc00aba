import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const DAY_MS = 24 * 3600 * 1000;
const KEPT_MS = 30 * DAY_MS;
const CHECKSUM_BYTES = 4;

/**
 * What V8 made of the program in an earlier start, so that it need not be compiled again. One file
 * a command, since only what the command called is in it.
 *
 * V8 runs unseen what it is given, so each file bears a checksum, and the folder has to be one that
 * nobody else may write to. A disk that refuses costs only the time that was to be saved.
 */
export class CodeCache {
  readonly #parent: string;
  readonly #folder: string;

  /** `program` names its text; code is of that, and of this very Node.js. */
  constructor(cacheFolder: string, program: string) {
    this.#parent = join(cacheFolder, 'programs');
    this.#folder = join(this.#parent, `${program}-${process.version}-${process.arch}`);
  }

  read(command: string): Buffer | undefined {
    try {
      const bytes = readFileSync(join(this.#folder, command));
      const code = bytes.subarray(CHECKSUM_BYTES);
      return bytes.readUInt32LE(0) === crc32(code) ? code : undefined;
    } catch {
      return undefined; // There is none, or none that is whole.
    }
  }

  write(command: string, code: Uint8Array): void {
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32LE(crc32(code));
    const draft = join(this.#folder, `${command}.${process.pid}`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(draft, Buffer.concat([checksum, code]));
      renameSync(draft, join(this.#folder, command));
      removeOld(this.#parent);
    } catch {
      rmSync(draft, { force: true });
    }
  }
}

/** Code of programs that nobody has started for long. */
function removeOld(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (Date.now() - statSync(folder).mtimeMs > KEPT_MS) rmSync(folder, { recursive: true });
  }
}
