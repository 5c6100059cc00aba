import { closeSync, openSync } from 'node:fs';
import { diskRefused } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunEvent, RunListener } from '../ports/run-event.ts';
import { errorCode, isSystemError } from './error-code.ts';
import { nodeFileCalls, writeWhole } from './file-calls.ts';

export interface EventsFile {
  readonly listener: RunListener;
  /** Writes what is not written yet. Throws `FlowError` if the disk refused any of it. */
  close(): void;
}

const FLUSH_EVERY_MS = 100;
/** More than this is not kept back, however short the time. */
const FLUSH_AT_CHARACTERS = 256 * 1024;

/** Appends events as lines of JSON, each with `at`, in milliseconds since 1970. */
export function eventsFile(path: string, clock: Clock): EventsFile {
  try {
    return new BufferedEvents(path, clock);
  } catch (error) {
    throw refused(path, error);
  }
}

class BufferedEvents implements EventsFile {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #descriptor: number;
  #lines = '';
  #stopTimer: (() => void) | undefined;
  #refusal: FlowError | undefined;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
    this.#descriptor = openSync(path, 'a');
  }

  readonly listener = (event: RunEvent): void => {
    this.#lines += `${JSON.stringify({ at: this.#clock.now(), ...event })}\n`;
    if (this.#lines.length >= FLUSH_AT_CHARACTERS) this.#flush();
    else this.#stopTimer ??= this.#clock.after(FLUSH_EVERY_MS, () => this.#flush());
  };

  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
    if (this.#refusal !== undefined) throw this.#refusal;
  }

  /** Nobody waits for it, so an error is kept for the end; nothing more is written after one. */
  #flush(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const lines = this.#lines;
    this.#lines = '';
    if (this.#refusal !== undefined) return;
    try {
      writeWhole(nodeFileCalls, this.#descriptor, Buffer.from(lines));
    } catch (error) {
      this.#refusal = refused(this.#path, error);
    }
  }
}

/** What is no refusal of the disk is thrown as it is. */
function refused(path: string, error: unknown): FlowError {
  if (!isSystemError(error)) throw error;
  return new FlowError(diskRefused('write', { path, code: errorCode(error) }), { cause: error });
}
