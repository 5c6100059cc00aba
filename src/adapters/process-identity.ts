import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './error-code.ts';
import { processEntry } from './process-list.ts';

/** A process, told apart from all others that ever ran on any host. */
export interface ProcessIdentity {
  readonly host: string;
  /** Of the installed system; empty where there is none. Hosts may share a name. */
  readonly machineId: string;
  /** New whenever the host starts. */
  readonly bootId: string;
  /** Within it, process numbers mean the same; containers have their own. */
  readonly pidNamespace: string;
  readonly pid: number;
  readonly startTime: string;
}

export type ProcessFate = 'alive' | 'dead' | 'unknown';

export function ownIdentity(): ProcessIdentity {
  return {
    ...here(),
    pid: process.pid,
    startTime: processEntry(process.pid)?.startTime ?? '',
  };
}

/**
 * `dead` only where that is certain: the host was started anew, or it is this very host and name
 * space and the number is free or another's. `unknown`: on another host, or hidden from us.
 */
export function fateOf(identity: ProcessIdentity): ProcessFate {
  const own = here();
  if (identity.host !== own.host || identity.machineId !== own.machineId) return 'unknown';
  if (identity.bootId === '' || own.bootId === '') return 'unknown';
  if (identity.bootId !== own.bootId) return 'dead';
  if (identity.pidNamespace !== own.pidNamespace) return 'unknown';
  if (!exists(identity.pid)) return 'dead';
  const entry = processEntry(identity.pid);
  if (entry === undefined) return 'unknown';
  return entry.isDead || entry.startTime !== identity.startTime ? 'dead' : 'alive';
}

type Place = Omit<ProcessIdentity, 'pid' | 'startTime'>;

let place: Place | undefined;

function here(): Place {
  place ??= {
    host: hostname(),
    machineId: textOf('/etc/machine-id'),
    bootId:
      process.platform === 'darwin' ? darwinBoot() : textOf('/proc/sys/kernel/random/boot_id'),
    pidNamespace: linkOf('/proc/self/ns/pid'),
  };
  return place;
}

/** Some process bears the number; it may be another's, or one that has ended and was not asked. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

function darwinBoot(): string {
  try {
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    return execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
