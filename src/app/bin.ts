#!/usr/bin/env node
import { main } from './main.ts';
import type { Output } from './terminal.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// A reader that went away (`flow list | head`) or a closed terminal is no error of ours; a run goes
// on without them, and is told to end by a signal if it is to.
const GONE = new Set(['EPIPE', 'EIO']);
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!GONE.has(error.code ?? '')) throw error;
  });
}

process.exitCode = await main(process.argv.slice(2), {
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
  exit: (code) => process.exit(code),
});

function output(stream: NodeJS.WriteStream): Output {
  const isTerminal = stream.isTTY && process.env['TERM'] !== 'dumb';
  return {
    write: (text) => void stream.write(text),
    style: { isColoured: isTerminal && process.env['NO_COLOR'] === undefined },
    width: () => (isTerminal ? stream.columns : undefined),
  };
}
