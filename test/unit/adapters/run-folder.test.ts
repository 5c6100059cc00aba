import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventsFile } from '../../../src/adapters/events-file.ts';
import { makeFlowFolder } from '../../../src/adapters/flow-folder.ts';
import { makeRunFolder, newRunId } from '../../../src/adapters/run-folder.ts';
import type { RunEvent } from '../../../src/ports/run-event.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';

test('`.flow` is made once, and kept out of git', () => {
  const folder = tempFolder();
  expect(makeFlowFolder(folder)).toBe(`${folder}/.flow`);
  expect(readFileSync(`${folder}/.flow/.gitignore`, 'utf8')).toBe('*\n');
  writeFileSync(`${folder}/.flow/.gitignore`, 'mine\n');
  makeFlowFolder(folder);
  expect(readFileSync(`${folder}/.flow/.gitignore`, 'utf8')).toBe('mine\n');
});

test('a disk that refuses is an error of the machine', () => {
  const folder = tempFolder();
  writeFileSync(`${folder}/.flow`, 'a file');
  expect(() => makeFlowFolder(folder)).toThrow(
    expect.objectContaining({ diagnostics: [expect.objectContaining({ kind: 'environment' })] }),
  );
});

test('run ids sort by time, to the millisecond, and are never the same', () => {
  const times = [0, 1, 999, 1_000, 1_738_333_435_123, 1_738_333_435_124];
  const ids = times.map(newRunId);
  expect(ids.toSorted()).toEqual(ids);
  expect(newRunId(1_738_333_435_123)).toMatch(/^20250131-142355-123-[0-9a-z]{6}$/);
  expect(new Set(Array.from({ length: 1_000 }, () => newRunId(0))).size).toBe(1_000);
});

test('a run has a folder of its own with its config and what its plan comes to', () => {
  const flowFolder = makeFlowFolder(tempFolder());
  const plan = { counts: { run: 2 }, workflow: '/w/flow.ts', targets: ['a'], host: 'h', pid: 7 };
  const folder = makeRunFolder(flowFolder, { runId: 'r', config: { a: [1] }, plan });
  expect(folder).toBe(`${flowFolder}/runs/r`);
  expect(readdirSync(folder).toSorted()).toEqual(['config.json', 'plan.json']);
  expect(JSON.parse(readFileSync(`${folder}/config.json`, 'utf8'))).toEqual({ a: [1] });
  expect(JSON.parse(readFileSync(`${folder}/plan.json`, 'utf8'))).toEqual(plan);
  expect(() => makeRunFolder(flowFolder, { runId: 'r', config: {}, plan })).toThrow(
    `cannot make \`${folder}\``,
  );
});

test('events go into a file, a line each, with their time, now and then and at the end', () => {
  const path = `${tempFolder()}/events.jsonl`;
  const clock = new HandClock();
  const events = eventsFile(path, clock);
  const [first, second] = [1, 2].map((count): RunEvent => ({ kind: 'jobs-adopted', count }));
  if (first !== undefined) events.listener(first);
  clock.pass(99);
  expect(statSync(path).size).toBe(0);
  clock.pass(1);
  expect(linesOf(path)).toEqual([{ at: 0, kind: 'jobs-adopted', count: 1 }]);
  if (second !== undefined) events.listener(second);
  events.close();
  expect(linesOf(path)).toEqual([
    { at: 0, kind: 'jobs-adopted', count: 1 },
    { at: 100, kind: 'jobs-adopted', count: 2 },
  ]);
  expect(clock.waiting).toBe(0);
});

test('a flood of events is not kept in memory', () => {
  const path = `${tempFolder()}/events.jsonl`;
  const events = eventsFile(path, new HandClock());
  for (let count = 0; count < 20_000; count++) events.listener({ kind: 'jobs-adopted', count });
  expect(statSync(path).size).toBeGreaterThan(500_000);
  events.close();
  expect(linesOf(path)).toHaveLength(20_000);
});

test('a full disk is told at the end', () => {
  const events = eventsFile('/dev/full', new HandClock());
  events.listener({ kind: 'jobs-adopted', count: 1 });
  expect(() => events.close()).toThrow('cannot write `/dev/full`: the disk is full');
});

test('a folder that is not there is told at the beginning', () => {
  const path = `${tempFolder()}/none/events.jsonl`;
  expect(() => eventsFile(path, new HandClock())).toThrow(
    `cannot write \`${path}\`: it is not there`,
  );
});

/** A clock that stands until it is told to go on. */
class HandClock {
  #nowMs = 0;
  #calls: { atMs: number; call: () => void }[] = [];

  get waiting(): number {
    return this.#calls.length;
  }

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, call: () => void): () => void {
    const entry = { atMs: this.#nowMs + delayMs, call };
    this.#calls.push(entry);
    return () => {
      this.#calls = this.#calls.filter((other) => other !== entry);
    };
  }

  pass(ms: number): void {
    this.#nowMs += ms;
    const due = this.#calls.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#calls = this.#calls.filter(({ atMs }) => atMs > this.#nowMs);
    for (const { call } of due) call();
  }
}

function linesOf(path: string): unknown[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line): unknown => JSON.parse(line));
}
