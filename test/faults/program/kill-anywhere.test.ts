import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: wherever flow is killed, running it again ends in the same files, repeats no success that
// was recorded, and never runs a job beside another attempt at it.
// Method: a run over files of an earlier run, killed right before its n-th call that changes
// anything, for every n; each job notes its start and end in a log that the run cannot undo.

const program = resolve(import.meta.dirname, '../../../dist/flow.cjs');
const killer = resolve(import.meta.dirname, '../../rigs/kill-at-call.mjs');

/** Slow enough that a kill meets it at work, and in two halves, so that half a file can be left. */
function command(name: string, body: string): string {
  const note = (what: string): string => `echo "${what} ${name} $BASHPID" >> "$LOG"`;
  return `${note('start')}; ${body}; sleep 0.02; echo ${name} >> {output[0]}; ${note('end')}`;
}

const WORKFLOW = `
rules:
  all: { input: [c.txt, d.txt] }
  a:
    input: source.txt
    output: a.txt
    shell: ${JSON.stringify(command('a', 'cat {input} > {output}'))}
  b:
    input: a.txt
    output: { temp: b.txt }
    shell: ${JSON.stringify(command('b', 'cat {input} > {output}'))}
  c:
    input: b.txt
    output: [c.txt, { directory: parts }, { optional: maybe.txt }]
    shell: ${JSON.stringify(command('c', 'cat {input} > {output[0]}; mkdir -p parts; cp {input} parts/1; if grep -q one {input}; then cp {input} maybe.txt; fi'))}
  d:
    input: a.txt
    output: { protect: d.txt }
    shell: ${JSON.stringify(command('d', 'cat {input} > {output}'))}
`;

let root: string;
let prepared: string;
let callCount: number;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'flow-kill-'));
  prepared = join(root, 'prepared');
  spawnSync('mkdir', [prepared]);
  writeFileSync(join(prepared, 'flow.yaml'), WORKFLOW);
  writeFileSync(join(prepared, 'source.txt'), 'one\n');
  flow(prepared, join(root, 'log-1'));
  chmodSync(join(prepared, 'd.txt'), 0o644);
  writeFileSync(join(prepared, 'source.txt'), 'two, and longer\n');

  const counted = copyOf('counted');
  const counts = join(root, 'count');
  flow(counted, join(root, 'log-2'), { COUNT_CALLS_IN: counts });
  callCount = Number(readFileSync(counts, 'utf8'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('killed before any call, a run ends well when it is started again', {
  timeout: 600_000,
}, () => {
  expect(callCount).toBeGreaterThan(20);
  let recordedCount = 0;
  for (let call = 1; call <= callCount; call++) {
    const folder = copyOf(`killed-${call}`);
    const log = join(root, `log-killed-${call}`);
    writeFileSync(log, '');
    const killed = flow(folder, log, { KILL_AT_CALL: String(call) });
    const recorded = recordedJobs(folder);
    const before = linesOf(log).length;
    const again = flow(folder, log);

    const where = `killed before call ${call} of ${callCount}, kept in ${folder}\n${again.stderr}`;
    expect(again.status, where).toBe(0);
    expect(filesOf(folder), where).toEqual({
      'source.txt': 'two, and longer\n',
      'a.txt': 'two, and longer\na\n',
      'c.txt': 'two, and longer\na\nb\nc\n',
      'd.txt': 'two, and longer\na\nd\n',
      parts: 'two, and longer\na\nb\n',
    });
    const repeated = linesOf(log)
      .slice(before)
      .filter((line) => line.startsWith('start'));
    for (const name of recorded) expect(namesOf(repeated), where).not.toContain(name);
    expect(overlaps(linesOf(log)), where).toEqual([]);
    expect([0, null], where).toContain(killed.status);
    expect(flow(folder, log).stderr, where).toContain('nothing to do');
    rmSync(folder, { recursive: true, force: true });
    recordedCount += recorded.length;
  }
  // Some kills came after a success, or nothing was shown of those.
  expect(recordedCount).toBeGreaterThan(callCount / 4);
});

function copyOf(name: string): string {
  const folder = join(root, name);
  cpSync(prepared, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

function flow(
  cwd: string,
  log: string,
  more: Record<string, string> = {},
): { status: number | null; signal: NodeJS.Signals | null; stderr: string } {
  const { PATH = '' } = process.env;
  return spawnSync(process.execPath, ['--import', killer, program, '-c2'], {
    cwd,
    encoding: 'utf8',
    env: { PATH, HOME: root, XDG_CACHE_HOME: join(root, 'cache'), LOG: log, ...more },
  });
}

/** Rules of which a success is in the journal of the killed run: those of the new source. */
function recordedJobs(folder: string): string[] {
  const journal = readFileSync(join(folder, '.flow/journal'), 'utf8');
  const lines = journal.split('\n').slice(0, -1);
  const rows = lines.slice(linesOf(join(prepared, '.flow/journal')).length);
  return rows.flatMap((line) => {
    const entry: { job?: { rule: string } } = JSON.parse(line.slice(9));
    return entry.job === undefined ? [] : [entry.job.rule];
  });
}

function namesOf(lines: readonly string[]): (string | undefined)[] {
  return lines.map((line) => line.split(' ')[1]);
}

function linesOf(log: string): string[] {
  return readFileSync(log, 'utf8').split('\n').filter(Boolean);
}

/** Attempts that were still at work after the next attempt at the same job had started. */
function overlaps(lines: readonly string[]): string[] {
  const newest = new Map<string, string>();
  return lines.filter((line) => {
    const [what, name = '', process = ''] = line.split(' ');
    if (what === 'start') newest.set(name, process);
    return newest.get(name) !== process;
  });
}

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => !['.flow', 'flow.yaml'].includes(name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      readFileSync(join(folder, name === 'parts' ? 'parts/1' : name), 'utf8'),
    ]),
  );
}
