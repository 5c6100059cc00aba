import { constants } from 'node:os';
import type { FailureCause } from '../../core/rule/resources.ts';
import * as detail from './outcome-details.ts';

/** How the command of an attempt ended, before anybody looked at its outputs. */
export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** The kernel killed it, or a program of it, because memory had run out. */
  | { readonly kind: 'out-of-memory' }
  /** It never ran. `isPassing`: the machine is short of something, and may not be later. */
  | { readonly kind: 'not-started'; readonly detail: string; readonly isPassing?: boolean }
  /** It was ended because it ran longer than its time. */
  | { readonly kind: 'timed-out'; readonly limitS: number }
  /** It ended well, but what it left behind was ended while it wrote these outputs. */
  | { readonly kind: 'unfinished'; readonly outputs: readonly string[] }
  | { readonly kind: 'cancelled' }
  /** Nobody saw its end, but it is over. */
  | { readonly kind: 'lost'; readonly detail: string };

export interface CommandFailure {
  readonly cause: FailureCause;
  readonly detail: string;
  /** As a shell would tell it: 128 and the signal's number for a command that was killed. */
  readonly exitCode: number | undefined;
}

/** What an end other than exit code 0 means; undefined for that one. */
export function failureOf(
  end: Exclude<CommandEnd, { kind: 'cancelled' | 'lost' }>,
): CommandFailure | undefined {
  switch (end.kind) {
    case 'exited':
      return failureOfCode(end.code);
    case 'signalled':
      return killed(end.signal, codeOf(end.signal));
    case 'out-of-memory':
      return { cause: 'oom', detail: detail.outOfMemory(), exitCode: codeOf('SIGKILL') };
    case 'not-started':
      return {
        cause: end.isPassing === true ? 'node' : 'start',
        detail: end.detail,
        exitCode: undefined,
      };
    case 'timed-out':
      return { cause: 'timeout', detail: detail.outOfTime(end.limitS), exitCode: undefined };
    case 'unfinished':
      return {
        cause: 'missing-output',
        detail: detail.unsteadyOutputs(end.outputs),
        exitCode: 0,
      };
  }
}

/**
 * A shell whose last program was killed ends with 128 and the signal's number, so such a code
 * means the signal.
 */
function failureOfCode(code: number): CommandFailure | undefined {
  if (code === 0) return undefined;
  const signal = TELLING_CODES.get(code);
  if (signal !== undefined) return killed(signal, code);
  return { cause: 'exit', detail: detail.exitCode(code), exitCode: code };
}

function killed(signal: string, code: number): CommandFailure {
  return { cause: 'signal', detail: detail.killedBy(signal), exitCode: code };
}

const SIGNAL_NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries(constants.signals));

/** Signals that crash or end programs; the codes of the rest are used by programs themselves. */
const TELLING_CODES: ReadonlyMap<number, string> = new Map(
  [
    'SIGINT',
    'SIGILL',
    'SIGTRAP',
    'SIGABRT',
    'SIGBUS',
    'SIGFPE',
    'SIGKILL',
    'SIGSEGV',
    'SIGPIPE',
    'SIGTERM',
    'SIGXCPU',
    'SIGXFSZ',
    'SIGSYS',
  ].map((name) => [codeOf(name), name]),
);

function codeOf(signal: string): number {
  return 128 + (SIGNAL_NUMBERS.get(signal) ?? 0);
}
