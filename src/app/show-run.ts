import type { RunListener } from '../ports/run-event.ts';
import { diagnosticText } from '../ui/text/diagnostic-text.ts';
import { RunDisplay } from '../ui/text/run-display.ts';
import type { RunEta } from '../ui/view/run-eta.ts';
import type { Arguments } from './parse-arguments.ts';
import { readLines } from './read-text.ts';
import type { Terminal } from './terminal.ts';

/** More than this scroll by too fast to be read; they are counted instead. */
const NAMED_JOBS_AT_MOST = 500;
/** Often enough for the seconds of running jobs. */
const TICK_MS = 500;

/** Shows a run while it goes on; `close` stops the ticking. */
export function showRun(
  args: Arguments,
  { err, directory }: Terminal,
  eta: RunEta,
): { readonly listener: RunListener; close(): void } {
  const display = new RunDisplay(err, {
    style: err.style,
    showsCommands: args.has('printshellcmds'),
    isQuiet: args.has('quiet'),
    namedJobsAtMost: NAMED_JOBS_AT_MOST,
    eta,
  });
  const ticking = setInterval(() => display.tick(Date.now()), TICK_MS);
  return {
    listener: (event) => {
      display.show(event, Date.now());
      if (event.kind !== 'warned') return;
      const options = { readLines, directory, style: err.style };
      err.write(`${diagnosticText(event.diagnostic, options)}\n`);
    },
    close: () => clearInterval(ticking),
  };
}
