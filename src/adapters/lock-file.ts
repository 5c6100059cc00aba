import { linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { lockUnreadable } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import { errorCode, isAbsence } from './error-code.ts';
import { nodeFileCalls, withDescriptor, writeWhole } from './file-calls.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { uniqueText } from './unique-text.ts';

const VERSION = 1;

/** What a lock file says. */
export interface LockHolding extends ProcessIdentity {
  readonly version: number;
  /** Of this holding and no other, ever. */
  readonly id: string;
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
}

export function newHolding(
  owner: ProcessIdentity,
  run: { readonly runId: string; readonly startedAtMs: number },
): LockHolding {
  return { version: VERSION, id: `${uniqueText()}${uniqueText()}`, ...run, ...owner };
}

/**
 * Undefined: the file is not there.
 *
 * @throws FlowError if it is none that this flow can read.
 */
export function readHolding(path: string): LockHolding | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
  const holding = parse(text);
  if (holding === undefined) throw new FlowError(lockUnreadable(path));
  return holding;
}

/** Puts the holding there whole, unless something is there already: then false. */
export function createHolding(path: string, holding: LockHolding): boolean {
  return withDraft(path, holding, (draft) => {
    try {
      linkSync(draft, path);
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      if (isAbsence(error)) throw error;
    }
    // This file system has no hard links.
    try {
      writeFileSync(path, textOf(holding), { flag: 'wx' });
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  });
}

/** Puts the holding in the place of what is there, which the caller alone may replace. */
export function replaceHolding(path: string, holding: LockHolding): void {
  withDraft(path, holding, (draft) => renameSync(draft, path));
}

/** Milliseconds since 1970; undefined: the file is not there. */
export function lastSignMs(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

function withDraft<T>(path: string, holding: LockHolding, use: (draft: string) => T): T {
  const draft = `${path}.draft-${uniqueText()}`;
  try {
    withDescriptor(nodeFileCalls, { path: draft, flags: 'wx' }, (descriptor) => {
      writeWhole(nodeFileCalls, descriptor, Buffer.from(textOf(holding)));
      // After a power cut an empty lock would tell nothing of its holder.
      nodeFileCalls.fsyncSync(descriptor);
    });
    return use(draft);
  } finally {
    removeFile(draft);
  }
}

function textOf(holding: LockHolding): string {
  return `${JSON.stringify(holding, undefined, 2)}\n`;
}

function parse(text: string): LockHolding | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isHolding(value) && value.version <= VERSION ? value : undefined;
}

const TEXTS = ['host', 'machineId', 'bootId', 'pidNamespace', 'startTime', 'id', 'runId'];
const NUMBERS = ['version', 'pid', 'startedAtMs'];

function isHolding(value: unknown): value is LockHolding {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    TEXTS.every((name) => typeof fields.get(name) === 'string') &&
    NUMBERS.every((name) => typeof fields.get(name) === 'number')
  );
}
