import type { RunEvent } from '../../ports/run-event.ts';
import type { RunEta } from '../view/run-eta.ts';
import { RunView } from '../view/run-view.ts';
import { eventText, type EventTextOptions } from './event-text.ts';
import { FailureSummary } from './failure-text.ts';
import { statusBlock } from './status-block.ts';

/** A place to print to. */
export interface Screen {
  readonly write: (text: string) => void;
  /** Columns if lines can be wiped and drawn anew, undefined for files and pipes. */
  readonly width: () => number | undefined;
}

export interface RunDisplayOptions extends EventTextOptions {
  /** Tells how long the run still takes. */
  readonly eta?: Pick<RunEta, 'apply' | 'remainingMs'>;
}

/** Twice what the eye can read; more often only costs time. */
const REDRAW_EVERY_MS = 100;
/** Where lines of jobs are left out, a line of progress comes this often. */
const PROGRESS_EVERY_MS = 5_000;

/**
 * Shows a run: lines that scroll as in any program, and on a terminal a block of status lines
 * pinned below them. Where nothing can be redrawn, only the lines.
 */
export class RunDisplay {
  readonly view: RunView = new RunView();
  readonly #failures = new FailureSummary();
  readonly #screen: Screen;
  readonly #options: RunDisplayOptions;
  #blockLines = 0;
  #drawnAtMs = 0;
  #progressAtMs = 0;

  constructor(screen: Screen, options: RunDisplayOptions) {
    this.#screen = screen;
    this.#options = options;
  }

  /** Takes an event in; `atMs` is now, in milliseconds since 1970. */
  show(event: RunEvent, atMs: number): void {
    this.view.apply(event, atMs);
    this.#failures.apply(event);
    this.#options.eta?.apply(event, atMs);
    const text = eventText(event, this.view, this.#options);
    const isOver = event.kind === 'run-ended';
    const blocks = isOver ? this.#failures.blocks(this.#options.style) : [];
    const lines = [
      ...blocks.flatMap((block) => ['', block, '']),
      ...(text === undefined ? [] : [text]),
    ];
    if (lines.length > 0) this.#print(lines.join('\n'));
    if (isOver) this.#wipe();
    else this.tick(atMs);
  }

  /** Draws the status block anew if it is time to; to be called now and then. */
  tick(atMs: number): void {
    if (this.#options.isQuiet) return;
    const width = this.#screen.width();
    if (width === undefined) {
      this.#progressLine(atMs);
      return;
    }
    if (atMs - this.#drawnAtMs < REDRAW_EVERY_MS) return;
    this.#wipe();
    const remainingMs = this.#options.eta?.remainingMs(atMs);
    const lines = statusBlock(this.view, { nowMs: atMs, width, remainingMs });
    if (lines.length > 0) this.#screen.write(`${lines.join('\n')}\n`);
    this.#blockLines = lines.length;
    this.#drawnAtMs = atMs;
  }

  #progressLine(atMs: number): void {
    const { overCount, plannedCount, running, ended } = this.view;
    if (ended !== undefined || plannedCount <= this.#options.namedJobsAtMost) return;
    if (atMs - this.#progressAtMs < PROGRESS_EVERY_MS) return;
    if (this.#progressAtMs !== 0) {
      this.#screen.write(`      ${overCount}/${plannedCount} done, ${running.size} running\n`);
    }
    this.#progressAtMs = atMs;
  }

  #print(text: string): void {
    this.#wipe();
    this.#screen.write(`${text}\n`);
    this.#drawnAtMs = 0;
  }

  /** Up to the first line of the block, and everything from there on erased. */
  #wipe(): void {
    if (this.#blockLines > 0) this.#screen.write(`\u001B[${this.#blockLines}A\u001B[0J`);
    this.#blockLines = 0;
  }
}
