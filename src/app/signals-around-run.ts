import { EXIT_CODE } from '../core/diagnostic.ts';
import type { Terminal } from './terminal.ts';

export interface SignalsAroundRun {
  /** The same terminal, for a run that hears signals itself while its jobs run. */
  readonly terminal: Terminal;
  close(): void;
}

/**
 * Hears signals while a run has no jobs to bring in order. Before the first job, whatever is waited
 * for (input functions, contents of files), the lock is given back if it is held, and flow ends at
 * once; after the last, what is left to do is so little that it is done.
 */
export function signalsAroundRun(terminal: Terminal, giveBackLock: () => void): SignalsAroundRun {
  let ignore = terminal.onSignal((signal) => {
    giveBackLock();
    terminal.err.write(`stop  ${signal}: nothing was started\n`);
    terminal.exit(EXIT_CODE.interrupted);
  });
  const hearInstead = (call: (signal: string) => void): void => {
    // In this order: a signal that has come and is not told yet is lost when nobody listens.
    const ignoreBefore = ignore;
    ignore = terminal.onSignal(call);
    ignoreBefore();
  };
  const onSignal: Terminal['onSignal'] = (call) => {
    hearInstead(call);
    return () => hearInstead(() => {});
  };
  return { terminal: { ...terminal, onSignal }, close: () => ignore() };
}
