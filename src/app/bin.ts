#!/usr/bin/env node
import { Console } from 'node:console';
import { diskRefused } from '../core/catalogue/environment.ts';
import { EXIT_CODE } from '../core/diagnostic.ts';
import { bugText, diagnosticLines, main } from './main.ts';
import type { Output, Terminal } from './terminal.ts';
import { tellUnforeseenEnds } from './unforeseen-ends.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const terminal: Terminal = {
  directory: process.cwd(),
  out: output(process.stdout),
  err: output(process.stderr),
  onSignal: (call) => {
    const listen = (signal: string): void => call(signal);
    for (const signal of SIGNALS) process.on(signal, listen);
    return () => {
      for (const signal of SIGNALS) process.off(signal, listen);
    };
  },
  exit: (code) => process.exit(lastCode(code)),
};

const lastCode = tellUnforeseenEnds({
  diagnostic: (it) => terminal.err.write(`${diagnosticLines([it], terminal)}\n`),
  bug: (error) => terminal.err.write(`${bugText(error)}\n`),
});

// A reader that went away (`flow list | head`) or a closed terminal is no error of ours; a run goes
// on without them, and is told to end by a signal if it is to.
const GONE = new Set(['EPIPE', 'EIO']);
process.stdout.on('error', ({ code = 'EIO' }: NodeJS.ErrnoException) => {
  if (GONE.has(code)) return;
  const refused = diskRefused('write', { path: 'standard output', code });
  terminal.err.write(`${diagnosticLines([refused], terminal)}\n`);
  terminal.exit(EXIT_CODE.environment);
});
// What cannot be said there can be said nowhere.
process.stderr.on('error', () => undefined);

// Standard output is for what was asked for; what a workflow file prints goes beside it.
globalThis.console = new Console(process.stderr);

const code = await main(process.argv.slice(2), terminal);
await Promise.all([written(process.stdout), written(process.stderr)]);
// A workflow file may have left timers or connections behind that would keep the process.
terminal.exit(code);

async function written(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => stream.write('', () => resolve()));
}

function output(stream: NodeJS.WriteStream): Output {
  const isTerminal = stream.isTTY && process.env['TERM'] !== 'dumb';
  return {
    write: (text) => void stream.write(text),
    style: { isColoured: isTerminal && process.env['NO_COLOR'] === undefined },
    width: () => (isTerminal ? stream.columns : undefined),
  };
}
