import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { fileNotReadable } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { RecordedEvent } from '../ports/run-event.ts';
import { errorCode, isAbsence, isSystemError } from './error-code.ts';
import type { RunFacts } from './run-folder.ts';

const PIECE_BYTES = 1024 * 1024;

/** Ids of the runs that have a folder in `.flow`, newest first; none if nothing has run there. */
export function runIds(flowFolder: string): readonly string[] {
  const folder = `${flowFolder}/runs`;
  return (reading(folder, () => readdirSync(folder)) ?? []).toSorted().toReversed();
}

/** What a run wrote of itself when it began; undefined if that is not there, or not whole yet. */
export function runFacts(flowFolder: string, runId: string): Partial<RunFacts> | undefined {
  const file = `${flowFolder}/runs/${runId}/plan.json`;
  const text = reading(file, () => readFileSync(file, 'utf8'));
  return text === undefined ? undefined : factsIn(text);
}

/**
 * The events of a run, in order, piece by piece: a run of a hundred thousand jobs has more than fit
 * into a text. May read beside the writer. What a run that died was writing when it died is no
 * whole line, and is passed over. None if the run has no events.
 *
 * @throws FlowError if they cannot be read.
 */
export function* recordedEvents(flowFolder: string, runId: string): Generator<RecordedEvent> {
  const file = `${flowFolder}/runs/${runId}/events.jsonl`;
  const descriptor = reading(file, () => openSync(file, 'r'));
  if (descriptor === undefined) return;
  try {
    const piece = new Uint8Array(PIECE_BYTES);
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for (;;) {
      const length = reading(file, () => readSync(descriptor, piece)) ?? 0;
      if (length === 0) return;
      const lines = (rest + decoder.write(piece.subarray(0, length))).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const event = eventIn(line);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Undefined: it is not there. */
function reading<T>(path: string, call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    if (!isSystemError(error)) throw error;
    throw new FlowError(fileNotReadable({ path, code: errorCode(error) }), { cause: error });
  }
}

/** A line that flow wrote, of this version or an older one; undefined if it is torn. */
function eventIn(line: string): RecordedEvent | undefined {
  try {
    const event: RecordedEvent = JSON.parse(line);
    return event;
  } catch {
    return undefined;
  }
}

function factsIn(text: string): Partial<RunFacts> | undefined {
  try {
    const facts: Partial<RunFacts> = JSON.parse(text);
    return facts;
  } catch {
    return undefined;
  }
}
