import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesIn } from '../../rigs/program-files.ts';
import { flow, killIfThere, processesIn, startFlow, workFolder } from '../../rigs/program-flow.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

// Goal: `flow status` and `flow trace` tell the truth beside a run, and after one that was killed.
// Method: a real run whose job waits until it is let go.

const WAITING = `
rules:
  all: { input: [slow.txt, next.txt] }
  next: { input: slow.txt, output: next.txt, shell: "cp {input} {output}" }
  slow:
    output: slow.txt
    shell: echo start >> "$LOG"; until [ -e "$GO" ]; do sleep 0.01; done; touch {output}
`;

interface Status {
  readonly state: string;
  readonly pid: number;
  readonly rules: readonly { readonly rule: string }[];
  readonly running: readonly { readonly job: string; readonly log: string }[];
}

function status(folder: string): Status {
  const { code, out, err } = flow(folder, ['status', '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

function traced(folder: string): unknown {
  const { out } = flow(folder, ['trace', '--json']);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const row: { name: string; status: string } = JSON.parse(line);
      return `${row.name} ${row.status}`;
    });
}

test('beside a run it tells what runs and what waits, and after its end how it ended', async () => {
  const folder = workFolder({ 'flow.yaml': WAITING, '../notes/first': '' });
  const [log, go] = [join(folder, '../notes/log'), join(folder, '../notes/go')];
  const run = startFlow(folder, [], { env: { LOG: log, GO: go } });
  await waitUntil(() => linesIn(log).length === 1, 'the job runs');
  await waitUntil(() => status(folder).running.length === 1, 'its start is written');
  expect(status(folder)).toMatchObject({
    state: 'running',
    pid: run.pid,
    rules: [
      { rule: 'slow', running: 1, waiting: 0 },
      { rule: 'next', running: 0, waiting: 1 },
    ],
    running: [{ job: 'slow' }],
  });
  expect(traced(folder)).toEqual(['slow RUNNING']);
  writeFileSync(go, '');
  expect(await run.ended).toMatchObject({ code: 0 });
  expect(status(folder)).toMatchObject({
    state: 'done',
    running: [],
    rules: [{ succeeded: 1 }, { succeeded: 1 }],
  });
  expect(traced(folder)).toEqual(['slow COMPLETED', 'next COMPLETED']);
});

test('of a run that was killed it tells so, though its last line is torn and its lock is there', async () => {
  const folder = workFolder({ 'flow.yaml': WAITING, '../notes/first': '' });
  const [log, go] = [join(folder, '../notes/log'), join(folder, '../notes/go')];
  const run = startFlow(folder, [], { env: { LOG: log, GO: go } });
  await waitUntil(() => linesIn(log).length === 1, 'the job runs');
  await waitUntil(() => status(folder).running.length === 1, 'its start is written');
  process.kill(run.pid, 'SIGKILL');
  await run.ended;
  for (const pid of processesIn(folder)) killIfThere(pid, 'SIGKILL');
  const [id = ''] = readdirSync(join(folder, '.flow/runs'));
  appendFileSync(join(folder, '.flow/runs', id, 'events.jsonl'), '{"at":1,"kind":"job-en');
  expect(status(folder)).toMatchObject({ state: 'died', running: [{ job: 'slow' }] });
  expect(traced(folder)).toEqual(['slow ABORTED']);
  const lock: { host: string } = JSON.parse(readFileSync(join(folder, '.flow/lock'), 'utf8'));
  writeFileSync(join(folder, '.flow/lock'), JSON.stringify({ ...lock, host: 'node17' }));
  expect(status(folder)).toMatchObject({ state: 'out-of-sight' });
});
