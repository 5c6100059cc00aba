import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FileCalls, nodeFileCalls } from '../../../src/adapters/file-calls.ts';
import { openJournal } from '../../../src/adapters/file-journal.ts';
import { loadRecords } from '../../../src/adapters/load-records.ts';
import { FlowError } from '../../../src/core/diagnostic.ts';
import { PathTable } from '../../../src/core/graph/path-table.ts';
import { FILE_KIND } from '../../../src/core/plan/file-facts.ts';
import type { JournalEntry } from '../../../src/core/records/journal-entry.ts';
import { bundleProgram } from '../../rigs/bundle-program.ts';
import { type Fault, faultyCalls, Killed } from '../../rigs/faulty-disk.ts';
import { jobEntry } from '../../rigs/journal-entries.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';

/** What the kernel was handed outlives the process, synced or not: the tests of deaths save it. */
const UNSYNCED: FileCalls = { ...nodeFileCalls, fsyncSync: () => undefined };

/** Long enough for three of them to make a journal worth compacting. */
const FILLER: JournalEntry = { kind: 'removed', paths: ['x'.repeat(25_000)] };

// The timers of a process that is dead must not fire; nothing else of these tests needs any.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('killed at any call, flow keeps every entry that it was promised', () => {
  test.each<Fault>(['dies-before', 'dies-after', 'dies-writing'])('%s', (fault) => {
    let at = 1;
    for (let isReached = true; isReached; at++) {
      const directory = tempFolder();
      const faulty = faultyCalls(UNSYNCED, { fault, at });
      const life = live(directory, faulty.calls);
      isReached = faulty.isReached();

      const found = filesIn(directory);
      expect(found, `${fault} ${at}`).toEqual(expect.arrayContaining(life.promised));
      expect(life.tried).toEqual(expect.arrayContaining(found));

      const after = live(directory, UNSYNCED, 'after');
      expect(after.problems).toEqual([]);
      const all = filesIn(directory);
      expect(all).toEqual(expect.arrayContaining([...life.promised, ...after.promised]));
      expect([...life.tried, ...after.tried]).toEqual(expect.arrayContaining(all));
    }
    expect(at).toBeGreaterThan(40);
  });
});

describe('refused at any call, flow says so, keeps what it promised and nothing else', () => {
  test.each<Fault>(['is-refused', 'writes-half', 'writes-half-for-good'])('%s', (fault) => {
    let at = 1;
    for (let isReached = true; isReached; at++) {
      const directory = tempFolder();
      const faulty = faultyCalls(UNSYNCED, { fault, at, code: 'ENOSPC' });
      const life = live(directory, faulty.calls);
      isReached = faulty.isReached();

      for (const problem of life.problems) {
        expect(problem).toMatchObject({
          code: expect.stringMatching(/^(journal-not-written|file-not-readable)$/),
          kind: 'environment',
        });
      }
      expect(filesIn(directory), `${fault} ${at}`).toEqual(life.promised.toSorted());
    }
    expect(at).toBeGreaterThan(40);
  });
});

test('a full disk is named, and what to do', () => {
  const directory = tempFolder();
  const { journal } = openJournal({ directory }, new PathTable());
  journal.close();
  const writes = faultyCalls(nodeFileCalls, { fault: 'is-refused', at: 6, code: 'ENOSPC' });
  const opened = openJournal({ directory, calls: writes.calls }, new PathTable());
  let problem: unknown;
  for (let entry = 0; problem === undefined && entry < 10; entry++) {
    problem = problemOf(() => opened.journal.append([FILLER]));
  }
  opened.journal.close();
  expect(problem).toHaveProperty('hint', 'make room, then run the same command again');
  expect(problem).toHaveProperty(
    'title',
    `cannot write the journal \`${directory}/journal\`: the disk is full`,
  );
});

test('a process that is killed again and again loses nothing that it was promised', async () => {
  vi.useRealTimers();
  const directory = tempFolder();
  const program = await bundleProgram(
    new URL('programs/journal-writer.mjs', import.meta.url),
    tempFolder(),
  );
  const promised: string[] = [];
  for (let life = 1; life <= 25; life++) {
    const child = spawn(process.execPath, [program, directory, `life-${life}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    const closed = once(child, 'close');
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await once(child.stdout, 'data');
    setTimeout(() => child.kill('SIGKILL'), (life * 7) % 60);
    const [, signal] = await closed;
    expect(signal).toBe('SIGKILL');
    promised.push(...text.split('\n').slice(0, -1));

    const found = filesIn(directory);
    const lost = promised.filter((path) => !new Set(found).has(path));
    expect(lost).toEqual([]);
    expect(found.length - promised.length).toBeLessThanOrEqual(2 * life);
  }
});

interface Life {
  /** Files whose entries were acknowledged. */
  readonly promised: string[];
  /** All that was handed over. */
  readonly tried: string[];
  readonly problems: unknown[];
}

/** Three runs of flow: the journal is made, filled, and compacted at closing and at opening. */
function live(directory: string, calls: FileCalls, name = 'first'): Life {
  const life: Life = { promised: [], tried: [], problems: [] };
  try {
    for (const run of [1, 2, 3]) liveOneRun(life, { directory, calls, name: `${name}-${run}` });
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  return life;
}

function liveOneRun(
  life: Life,
  { directory, calls, name }: { directory: string; calls: FileCalls; name: string },
): void {
  const opened = orNoted(life, () => openJournal({ directory, calls }, new PathTable()));
  if (opened === undefined) return;
  for (const path of ['a', 'b', 'c'].map((it) => `${name}-${it}`)) {
    life.tried.push(path);
    const isWritten = orNoted(life, () => {
      opened.journal.append([FILLER, jobEntry([path], [])]);
      return true;
    });
    if (isWritten === true) life.promised.push(path);
  }
  orNoted(life, () => opened.journal.close());
}

function orNoted<T>(life: Life, call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    life.problems.push(error.diagnostics[0]);
    return undefined;
  }
}

function problemOf(call: () => void): unknown {
  const life: Life = { promised: [], tried: [], problems: [] };
  orNoted(life, call);
  return life.problems[0];
}

function filesIn(directory: string): string[] {
  const paths = new PathTable();
  const records = loadRecords({ directory }, paths);
  return Array.from({ length: paths.size }, (_, file) => file)
    .filter((file) => records.fileKind(file) !== FILE_KIND.absent)
    .map((file) => paths.path(file))
    .toSorted();
}
