import type { ImportModule } from '../adapters/modules/load-error.ts';
import type { Style } from '../ui/text/style.ts';

/** What the process gives to a command: where to print, and how to be told to stop. */
export interface Terminal {
  /** Where flow was called from; absolute. */
  readonly directory: string;
  /** Data: what was asked for. */
  readonly out: Output;
  /** Everything else: progress, warnings, errors. */
  readonly err: Output;
  /** `--json` was asked for: diagnostics are documents too. */
  readonly isJson: boolean;
  /** Calls back at each SIGINT, SIGTERM and SIGHUP, with its name; the answer takes that back. */
  readonly onSignal: (call: (signal: string) => void) => () => void;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
  readonly importModule: ImportModule;
}

export interface Output {
  readonly write: (text: string) => void;
  readonly style: Style;
  /** Columns of a terminal that can be redrawn; undefined for files, pipes and dumb terminals. */
  readonly width: () => number | undefined;
}
