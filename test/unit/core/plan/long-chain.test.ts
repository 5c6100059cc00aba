import { expect, test } from 'vitest';
import { DATA_EDGE, type JobGraph, NO_JOB } from '../../../../src/core/graph/job-graph.ts';
import { PathTable } from '../../../../src/core/graph/path-table.ts';
import { FILE_KIND } from '../../../../src/core/plan/file-facts.ts';
import { makePlan } from '../../../../src/core/plan/make-plan.ts';
import type { PlanInput } from '../../../../src/core/plan/plan-input.ts';
import { TRIGGERS } from '../../../../src/core/plan/reason.ts';
import { NO_ROW, type RecordTable } from '../../../../src/core/records/record-table.ts';
import { ruleOf } from '../../../rigs/rule-notation.ts';

// Chains far longer than the stack is deep. Graph and records are made of arithmetic here: job `n`
// makes file `n + 1` from file `n`, and did so before.

const LENGTH = 100_000;

test('a removed file at the end of a long chain of such is made from the beginning', () => {
  const plan = makePlan(chainOf({ isStale: (job) => job === LENGTH - 1 }));
  expect(plan.counts).toEqual({ keep: 0, run: LENGTH, conditional: 0, dormant: 0, held: 0 });
  expect(plan.reasons(0)).toEqual([{ kind: 'temp-needed', path: 'f1' }]);
});

test('a change at the beginning of a long chain may reach its end', () => {
  const plan = makePlan(chainOf({ isStale: (job) => job === 0 }));
  expect(plan.counts).toEqual({ keep: 0, run: 1, conditional: LENGTH - 1, dormant: 0, held: 0 });
  expect(plan.reasons(LENGTH - 1)).toEqual([{ kind: 'input-remade', path: `f${LENGTH - 1}` }]);
});

test('a long chain of removed files is left alone where nothing changed', () => {
  const { counts, removedTemps } = makePlan(chainOf({ isStale: () => false }));
  expect(counts.keep).toBe(LENGTH);
  expect(removedTemps.size).toBe(LENGTH - 1);
});

/** All but the first and the last file are temporary and were removed. */
function chainOf({ isStale }: { isStale: (job: number) => boolean }): PlanInput {
  const paths = new PathTable();
  for (let file = 0; file <= LENGTH; file++) paths.intern(`f${file}`);
  const numbers = Int32Array.from({ length: LENGTH + 1 }, (_, index) => index);
  const files = LENGTH + 1;
  const kind = new Uint8Array(files);
  kind[0] = FILE_KIND.file;
  kind[LENGTH] = FILE_KIND.file;
  const graph: JobGraph = {
    paths,
    rules: [ruleOf('temp(t) <- s', 1)],
    jobCount: LENGTH,
    ruleIndex: new Int32Array(LENGTH),
    wildcardValues: [],
    inputStart: numbers,
    inputFile: numbers,
    inputEdge: new Uint8Array(LENGTH).fill(DATA_EDGE),
    inputShape: new Int32Array(LENGTH),
    shapes: [[]],
    outputStart: numbers,
    outputFile: numbers.map((file) => file + 1),
    producer: numbers.map((file) => (file === 0 ? NO_JOB : file - 1)),
    order: numbers.subarray(0, LENGTH),
    targetFiles: [LENGTH],
    targetJobs: [],
  };
  return {
    graph,
    records: chainRecords(paths),
    facts: {
      kind,
      size: new Float64Array(files),
      mtimeMs: new Float64Array(files),
      digest: numbers,
      isTorn: new Uint8Array(files),
    },
    code: () => '[]',
    env: () => '[]',
    params: (job) => (isStale(job) ? '["other"]' : '[]'),
    force: { all: false, targets: false, rules: new Set(), files: new Set() },
    isProtected: () => false,
    isEmpty: () => false,
    triggers: new Set(TRIGGERS),
  };
}

/** The digest of a file is its number, the row of a job that of the job. */
function chainRecords(paths: PathTable): RecordTable {
  return {
    paths,
    fileKind: () => FILE_KIND.file,
    fileSize: () => 0,
    fileMtimeMs: () => 0,
    fileDigest: (file) => file,
    isYoung: () => false,
    manifest: () => undefined,
    rowOf: (output) => (output === 0 ? NO_ROW : output - 1),
    outputCount: () => 1,
    outputAt: (row) => row + 1,
    outputDigestAt: (row) => row + 1,
    inputCount: () => 1,
    inputAt: (row) => row,
    inputDigestAt: (row) => row,
    shape: () => 0,
    code: () => 0,
    params: () => 0,
    env: () => 0,
    durationMs: () => 1,
    isOpen: () => false,
    text: () => '[]',
    digestText: String,
    internDigest: Number,
  };
}
