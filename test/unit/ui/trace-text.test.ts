import { expect, test } from 'vitest';
import { TRACE_HEAD, traceCsv, traceJson } from '../../../src/ui/text/trace-text.ts';
import { attemptsOf } from '../../../src/ui/view/attempts.ts';
import { EventsRig, FAILED } from './run-events.ts';

function lines(events: EventsRig, isLive = true): string[] {
  return attemptsOf(events.all()).map((attempt) => traceCsv(attempt, isLive));
}

test('the columns bear the names of Nextflow where it has one', () => {
  expect(TRACE_HEAD).toBe(
    'task_id,process,tag,name,status,exit,attempt,cpus,submit,start,complete,duration,realtime,%cpu,peak_rss,read_bytes,write_bytes,queue,gpus,gpu_memory,error,log',
  );
});

test('each attempt is a line; what is not known is a dash', () => {
  const events = new EventsRig()
    .run({ align: 1, sum: 1 })
    .start('align x=a, y=b', { gpus: ['0', '1'], pool: 'lab_a' })
    .end('align x=a, y=b', { outcome: FAILED, willRetry: true })
    .start('align x=a, y=b', { attempt: 2 })
    .end('align x=a, y=b', { attempt: 2 })
    .start('sum');
  expect(lines(events)).toEqual([
    '0,align,"x=a, y=b","align x=a, y=b",FAILED,2,1,4,2025-01-31T14:23:56.000Z,2025-01-31T14:23:56.100Z,2025-01-31T14:23:57.000Z,1000,900,-,-,-,-,lab_a,0 1,-,exit code 2,logs/0.1.log',
    '0,align,"x=a, y=b","align x=a, y=b",COMPLETED,0,2,4,2025-01-31T14:23:58.000Z,2025-01-31T14:23:58.100Z,2025-01-31T14:23:59.000Z,1000,900,-,-,-,-,-,-,-,-,logs/0.2.log',
    '1,sum,-,sum,RUNNING,-,1,4,2025-01-31T14:24:00.000Z,-,-,-,-,-,-,-,-,-,-,-,-,logs/1.1.log',
  ]);
});

test('an attempt without an end is aborted if nobody carries the run on', () => {
  const events = new EventsRig().run({ sum: 1 }).start('sum');
  expect(lines(events, false)[0]).toMatch(/^0,sum,-,sum,ABORTED,-,/u);
});

test('what a job used is given in bytes, and in percent of one core', () => {
  const usage = { peakRssMib: 1.5, cpuS: 3, readMib: 0, gpuMemMib: 1024 };
  const events = new EventsRig()
    .run({ sum: 1 })
    .start('sum')
    .end('sum', { outcome: { ...FAILED, usage }, durationMs: 2_000 });
  const [attempt] = attemptsOf(events.all());
  expect(attempt && JSON.parse(traceJson(attempt, true))).toMatchObject({
    '%cpu': 150,
    peak_rss: 1_572_864,
    read_bytes: 0,
    write_bytes: null,
    gpu_memory: 1_073_741_824,
    exit: 2,
    gpus: null,
  });
});

test('cells with commas, quotes and ends of lines are quoted', () => {
  const events = new EventsRig().run({ sum: 1 }).start('sum x="a\nb"');
  expect(lines(events)[0]).toMatch(/^0,sum,"x=""a\nb""","sum x=""a\nb""",RUNNING,/u);
});
