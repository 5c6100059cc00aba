/**
 * What a node says of one start of an attempt's script: lines of text, written under a name of
 * their own and renamed, so that a reader sees all of it or nothing.
 *
 *     flow-exit 1
 *     token 20250131-142355-123-k3x9vb.7.1
 *     start 0
 *     host node07
 *     pid 4711
 *     begin 1738333435.104
 *     end 1738333441.270
 *     code 0
 *     places 0 2
 *     output 1024 1738333441.101234500
 *     output 17 1738333440.900000000
 *     complete 20250131-142355-123-k3x9vb.7.1
 *
 * Numbers of inputs and outputs are places in the job's spec, so no path has to be written.
 */
export interface ExitRecord {
  readonly token: string;
  /** Which start of the script: the system may start it again without asking. */
  readonly start: number;
  readonly host: string;
  readonly pid: number;
  /** Milliseconds since 1970, by the node's clock. */
  readonly beginMs: number;
  readonly endMs: number;
  readonly end: RecordedEnd;
  /** The script was told to end, by this signal: how it ended is not the job's doing. */
  readonly interruptedBy?: string;
  /** As the node saw them once the command had succeeded; those that are not there are missing. */
  readonly outputs: readonly RecordedOutput[];
  /** What a failed attempt left was moved to its folder. */
  readonly hasKept: boolean;
}

export type RecordedEnd =
  /** 128 and its number for a signal, as shells tell it. */
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'timed-out' }
  /** Places of outputs that were still being written when what the command left was ended. */
  | { readonly kind: 'unfinished'; readonly outputs: readonly number[] }
  /** The command never ran, and nothing was changed. */
  | { readonly kind: 'inputs-missing'; readonly inputs: readonly number[] }
  | { readonly kind: 'not-prepared'; readonly detail: string }
  | { readonly kind: 'not-started'; readonly why: NotStarted };

const NOT_STARTED = [
  'log',
  'bash',
  'absent',
  'not-found',
  'not-executable',
  'interpreter',
] as const;
export type NotStarted = (typeof NOT_STARTED)[number];

export interface RecordedOutput {
  /** Place in `verify.outputs`. */
  readonly output: number;
  readonly size: number;
  readonly mtimeMs: number;
}

const HEADER = 'flow-exit 1';

/** The record of a command that ran and ended, written by whoever saw it here. */
export function exitRecordText(
  token: string,
  { code, nowMs }: { readonly code: number; readonly nowMs: number },
): string {
  const fields = [`token ${token}`, 'start 0', `end ${nowMs / 1000}`, `code ${code}`];
  return `${[HEADER, ...fields, `complete ${token}`].join('\n')}\n`;
}

/** Undefined: it is of another attempt, of another version, or not whole. */
export function parseExitRecord(text: string, token: string): ExitRecord | undefined {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.shift() !== HEADER) return undefined;
  if (lines.pop() !== `complete ${token}`) return undefined;
  const fields = new Map<string, string>();
  const looks: string[] = [];
  for (const line of lines) {
    const blank = line.indexOf(' ');
    const [name, value] = [line.slice(0, blank), line.slice(blank + 1)];
    if (name === 'output') looks.push(value);
    else fields.set(name, value);
  }
  const end = endOf(fields);
  if (fields.get('token') !== token || end === undefined) return undefined;
  const interruptedBy = fields.get('interrupted');
  return {
    token,
    start: Number(fields.get('start')),
    host: fields.get('host') ?? '',
    pid: Number(fields.get('pid')),
    beginMs: msOf(fields.get('begin')),
    endMs: msOf(fields.get('end')),
    end,
    ...(interruptedBy !== undefined && { interruptedBy }),
    outputs: outputsOf(numbersOf(fields.get('places') ?? ''), looks),
    hasKept: fields.has('kept'),
  };
}

function endOf(fields: ReadonlyMap<string, string>): RecordedEnd | undefined {
  const code = fields.get('code');
  if (code !== undefined) return { kind: 'exited', code: Number(code) };
  if (fields.has('timed-out')) return { kind: 'timed-out' };
  const unfinished = fields.get('unfinished');
  if (unfinished !== undefined) return { kind: 'unfinished', outputs: numbersOf(unfinished) };
  const missing = fields.get('missing');
  if (missing !== undefined) return { kind: 'inputs-missing', inputs: numbersOf(missing) };
  const detail = fields.get('not-prepared');
  if (detail !== undefined) return { kind: 'not-prepared', detail };
  const why = NOT_STARTED.find((it) => it === fields.get('not-started'));
  return why === undefined ? undefined : { kind: 'not-started', why };
}

/** Each look is `1024 1738333441.101234500`: bytes, seconds. */
function outputsOf(places: readonly number[], looks: readonly string[]): readonly RecordedOutput[] {
  // One was gone between being found and being looked at: nobody knows which look is whose.
  if (places.length !== looks.length) return [];
  return places.map((output, index) => {
    const [size, mtime] = (looks[index] ?? '').split(' ');
    return { output, size: Number(size), mtimeMs: msOf(mtime) };
  });
}

function numbersOf(value: string): readonly number[] {
  return value.split(' ').filter(Boolean).map(Number);
}

function msOf(seconds: string | undefined): number {
  return Number(seconds ?? Number.NaN) * 1000;
}
