import { Console } from 'node:console';
import type { ImportModule } from '../adapters/modules/load-error.ts';
import { diskRefused } from '../core/catalogue/environment.ts';
import { EXIT_CODE } from '../core/diagnostic.ts';
import { bugText, main } from './main.ts';
import { diagnosticsOutput } from './tell-diagnostics.ts';
import type { Output, Terminal } from './terminal.ts';
import { tellUnforeseenEnds } from './unforeseen-ends.ts';

/** Where `index.mjs` asks for what workflow files import, so that it is not loaded twice. */
const API = Symbol.for('dagflow.api');

/** What `launch.ts` gives to the program, which Node's own loader has not loaded. */
export interface Host {
  readonly importModule: ImportModule;
  readonly beforeExit: () => void;
}

/** Carries out the command line that this process was started with, and ends the process. */
export function start({ importModule, beforeExit }: Host): void {
  Object.defineProperty(globalThis, API, { value: async () => await import('../index.ts') });
  const terminal = processTerminal(importModule);
  // Standard output is for what was asked for; what a workflow file prints goes beside it.
  globalThis.console = new Console(process.stderr);
  void carryOut(terminal).then((code) => {
    beforeExit();
    // A workflow file may have left timers or connections behind that would keep the process.
    terminal.exit(code);
  });
}

async function carryOut(terminal: Terminal): Promise<number> {
  const code = await main(process.argv.slice(2), terminal);
  await Promise.all([written(process.stdout), written(process.stderr)]);
  return code;
}

async function written(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => stream.write('', () => resolve()));
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function processTerminal(importModule: ImportModule): Terminal {
  const terminal: Terminal = {
    directory: process.cwd(),
    out: output(process.stdout),
    err: output(process.stderr),
    // Known before the command line is read, for what is wrong with it.
    isJson: flagsOf(process.argv).includes('--json'),
    onSignal: (call) => {
      const listen = (signal: string): void => call(signal);
      for (const signal of SIGNALS) process.on(signal, listen);
      return () => {
        for (const signal of SIGNALS) process.off(signal, listen);
      };
    },
    exit: (code) => process.exit(lastCode(code)),
    importModule,
  };
  const lastCode = tellUnforeseenEnds({
    diagnostic: (it) => terminal.err.write(diagnosticsOutput([it], terminal)),
    bug: (error) => terminal.err.write(`${bugText(error)}\n`),
  });
  guardStreams(terminal);
  return terminal;
}

/** What stands before `--`, behind which all are targets. */
function flagsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

function output(stream: NodeJS.WriteStream): Output {
  const isTerminal = stream.isTTY && process.env['TERM'] !== 'dumb';
  return {
    write: (text) => void stream.write(text),
    style: { isColoured: isTerminal && process.env['NO_COLOR'] === undefined },
    width: () => (isTerminal ? stream.columns : undefined),
  };
}

/** What a stream says whose reader went away, or whose terminal was closed. */
const GONE = new Set(['EPIPE', 'EIO']);

/** A reader that went away is no error of ours: a run goes on, and is ended by a signal if at all. */
function guardStreams(terminal: Terminal): void {
  process.stdout.on('error', ({ code = 'EIO' }: NodeJS.ErrnoException) => {
    if (GONE.has(code)) return;
    const refused = diskRefused('write', { path: 'standard output', code });
    terminal.err.write(diagnosticsOutput([refused], terminal));
    terminal.exit(EXIT_CODE.environment);
  });
  // What cannot be said there can be said nowhere.
  process.stderr.on('error', () => undefined);
}
