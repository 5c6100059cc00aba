import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordedEvents, runFacts, runIds } from '../../../src/adapters/run-history.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';

function runFolder(): { flowFolder: string; events: string; plan: string } {
  const flowFolder = tempFolder();
  mkdirSync(`${flowFolder}/runs/r1`, { recursive: true });
  const folder = `${flowFolder}/runs/r1`;
  return { flowFolder, events: `${folder}/events.jsonl`, plan: `${folder}/plan.json` };
}

test('runs are told newest first, and none where nothing has run', () => {
  const flowFolder = tempFolder();
  expect(runIds(flowFolder)).toEqual([]);
  for (const id of ['20250102-a', '20250101-b', '20250103-c']) {
    mkdirSync(`${flowFolder}/runs/${id}`, { recursive: true });
  }
  expect(runIds(flowFolder)).toEqual(['20250103-c', '20250102-a', '20250101-b']);
});

test('a line that is just being written is passed over, and read when it is whole', () => {
  const { flowFolder, events } = runFolder();
  writeFileSync(events, '{"at":1,"kind":"jobs-adopted","count":1}\n{"at":2,"kind":"jobs-ad');
  const read = (): number[] => [...recordedEvents(flowFolder, 'r1')].map(({ at }) => at);
  expect(read()).toEqual([1]);
  appendFileSync(events, 'opted","count":2}\n');
  expect(read()).toEqual([1, 2]);
});

test('lines and letters that lie across the pieces in which a file is read stay whole', () => {
  const { flowFolder, events } = runFolder();
  // A piece is 1 MiB; each letter is three bytes, so that some piece ends within one.
  const paths = Array.from({ length: 7 }, (_, index) => `${'漢'.repeat(150_000)}${index}`);
  writeFileSync(
    events,
    paths
      .map((path) => `${JSON.stringify({ at: 0, kind: 'temp-removed', paths: [path] })}\n`)
      .join(''),
  );
  const read = [...recordedEvents(flowFolder, 'r1')];
  expect(read.map((event) => (event.kind === 'temp-removed' ? event.paths[0] : ''))).toEqual(paths);
});

test('a run without events has none, and one without a plan says nothing of itself', () => {
  const { flowFolder, plan } = runFolder();
  expect([...recordedEvents(flowFolder, 'r1')]).toEqual([]);
  expect(runFacts(flowFolder, 'r1')).toBe(undefined);
  writeFileSync(plan, '{"workfl');
  expect(runFacts(flowFolder, 'r1')).toBe(undefined);
  writeFileSync(plan, '{"workflow":"/w/flow.ts"}');
  expect(runFacts(flowFolder, 'r1')).toEqual({ workflow: '/w/flow.ts' });
});
