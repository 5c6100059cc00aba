import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { linesIn } from '../../rigs/program-files.ts';
import { processesIn, startFlow, workFolder } from '../../rigs/program-flow.ts';
import { waitUntil } from '../../rigs/wait-until.ts';
import { COUNT, endWatched, watching } from '../../rigs/watched-flow.ts';

// Goal: `flow watch` makes what has to be made again, once, whatever changes, and ends without a trace.
// Method: the real program, real files; jobs note in a log what they do.

test('a change is made up for, what is none is not, and Ctrl-C ends it', async () => {
  const watched = await watching({ 'flow.yaml': COUNT, 'texts/a.txt': 'one' });
  expect(watched.text('texts/a.count')).toBe('1');
  // Its own output lies in a folder that is watched, and so does a file that nobody reads.
  watched.write('texts/other.txt', 'nothing');
  watched.write('texts/a.txt', 'one two');
  await watched.quiet(2);
  expect(watched.text('texts/a.count')).toBe('2');
  expect(watched.runs()).toBe(2);
  await endWatched(watched);
  expect(watched.flow.err().split('\nwatch ')).toHaveLength(3);
  expect(watched.flow.err()).toContain('\nchanged `texts/a.txt`\n');
});

test('a file that is written slowly, in pieces, is processed once, when it is whole', async () => {
  const watched = await watching({ 'flow.yaml': COUNT, 'texts/a.txt': 'one' }, ['--settle', '1']);
  for (let piece = 0; piece < 30; piece += 1) {
    appendFileSync(join(watched.folder, 'texts/a.txt'), ' more');
    await setTimeout(100);
  }
  await watched.quiet(2);
  expect(watched.text('texts/a.count')).toBe('31');
  expect(watched.runs()).toBe(2);
  await endWatched(watched);
});

test('what comes where a glob looks is taken in, and what leaves is left out', async () => {
  const watched = await watching({
    'flow.yaml': `
rules:
  sum: { input: { glob: "raw/*/*.txt" }, output: raw/sum.txt, shell: "cat {input} > {output}" }
`,
    'raw/one/a.txt': 'a\n',
  });
  mkdirSync(join(watched.folder, 'raw/two'));
  watched.write('raw/two/b.txt', 'b\n');
  await waitUntil(
    () => watched.text('raw/sum.txt') === 'a\nb',
    `b is taken in:\n${watched.flow.err()}`,
  );
  rmSync(join(watched.folder, 'raw/one/a.txt'));
  await waitUntil(
    () => watched.text('raw/sum.txt') === 'b',
    `a is left out:\n${watched.flow.err()}`,
  );
  expect(watched.flow.err()).toContain('\nchanged `raw/one/a.txt`\n');
  await endWatched(watched);
});

test('values that are found on disk are found again, and a folder that is not there yet is waited for', async () => {
  const watched = await watching({
    'flow.yaml': `
rules:
  all:
    input:
      - { expand: "counts/{well}.txt", from: { discover: "raw/{well}.tif" } }
      - counts/late.txt
  count: { input: "raw/{well}.tif", output: "counts/{well}.txt", shell: "cp {input} {output}" }
  late: { input: later/deep/x.txt, output: counts/late.txt, shell: "cp {input} {output}" }
`,
    'raw/A1.tif': 'A1\n',
  });
  expect(watched.flow.err()).toContain('`later/deep/x.txt`');
  mkdirSync(join(watched.folder, 'later/deep'), { recursive: true });
  watched.write('later/deep/x.txt', 'late\n');
  const isMade = (path: string, text: string): boolean => watched.text(path) === text;
  await waitUntil(() => isMade('counts/late.txt', 'late'), `late:\n${watched.flow.err()}`);
  await waitUntil(() => isMade('counts/A1.txt', 'A1'), `A1:\n${watched.flow.err()}`);
  watched.write('raw/B2.tif', 'B2\n');
  await waitUntil(() => isMade('counts/B2.txt', 'B2'), `B2:\n${watched.flow.err()}`);
  await endWatched(watched);
});

test('a member of a directory that is an input counts, at any depth', async () => {
  const watched = await watching({
    'flow.yaml': `
rules: { list: { input: raw, output: names.txt, shell: "find {input} -type f | wc -l > {output}" } }
`,
    'raw/z/0.0': '',
  });
  mkdirSync(join(watched.folder, 'raw/z/deep/er'), { recursive: true });
  watched.write('raw/z/deep/er/1.0', '');
  await waitUntil(() => watched.text('names.txt') === '2', `it is seen:\n${watched.flow.err()}`);
  expect(watched.flow.err()).toContain('\nchanged `raw/z/deep');
  await endWatched(watched);
});

test('a mistake in the workflow and a source that is missing are told, and mended while it watches', async () => {
  const watched = await watching({ 'flow.yaml': COUNT, 'texts/a.txt': 'one' });
  watched.write('flow.yaml', COUNT.replace('output:', 'outputs:'));
  await watched.quiet(2);
  expect(watched.flow.err()).toContain('error[unknown-key]');
  watched.write('flow.yaml', COUNT.replaceAll('texts/a', 'texts/b'));
  await watched.quiet(3);
  expect(watched.flow.err()).toContain('error[no-rule-for-file]');
  watched.write('texts/b.txt', 'one two three');
  await watched.quiet(4);
  expect(watched.text('texts/b.count')).toBe('3');
  await endWatched(watched);
});

test('a file that a TypeScript workflow imports, a script and a config file count', async () => {
  const watched = await watching(
    {
      'flow.ts': `
import { rule, workflow, z } from 'dagflow';
import { word } from './word.ts';
export default workflow({
  config: z.object({ end: z.string() }),
  rules: (config) => [rule('say', { output: 'said.txt', params: { text: word + config.end }, script: 'say.sh' })],
});
`,
      'word.ts': "export const word = 'one';\n",
      'config.yaml': 'end: "."\n',
      'say.sh': 'echo "${snakemake_params[text]}" > "${snakemake_output[0]}"\n',
    },
    ['--configfile', 'config.yaml'],
  );
  const becomes = async (text: string): Promise<void> =>
    await waitUntil(() => watched.text('said.txt') === text, `${text}:\n${watched.flow.err()}`);
  await becomes('one.');
  watched.write('word.ts', "export const word = 'two';\n");
  await becomes('two.');
  watched.write('config.yaml', 'end: "!"\n');
  await becomes('two!');
  watched.write('say.sh', 'echo "say ${snakemake_params[text]}" > "${snakemake_output[0]}"\n');
  await becomes('say two!');
  expect(watched.flow.err()).toContain('\nchanged `say.sh`\n');
  await endWatched(watched);
});

test('while another flow works in the folder it waits, and then does what is left to do', async () => {
  const watched = await watching({
    'flow.yaml': `${COUNT}
  slow: { output: slow.txt, shell: 'until [ -e go.txt ]; do sleep 0.01; done; touch {output}' }
`,
    'texts/a.txt': 'one',
  });
  const other = startFlow(watched.folder, ['-c1', 'slow.txt']);
  await waitUntil(() => other.err().includes('start slow'), 'the other flow runs');
  watched.write('texts/a.txt', 'one two');
  await waitUntil(() => watched.flow.err().includes('error[locked]'), 'it says that it waits');
  watched.write('go.txt', '');
  expect(await other.ended).toMatchObject({ code: 0 });
  await watched.quiet(2);
  expect(watched.text('texts/a.count')).toBe('2');
  await endWatched(watched);
});

test('a signal while a job runs ends the job too', async () => {
  const folder = workFolder({
    'flow.yaml': 'rules: { slow: { output: o.txt, shell: "echo start >> $LOG; sleep 600" } }',
    '../notes/first': '',
  });
  const log = join(folder, '../notes/log');
  const flow = startFlow(folder, ['watch'], { env: { LOG: log } });
  await waitUntil(() => linesIn(log).length === 1, 'the job runs');
  process.kill(flow.pid, 'SIGTERM');
  expect(await flow.ended).toMatchObject({ code: 130 });
  expect(processesIn(folder)).toEqual([]);
});

test('where there is nothing to watch, it says why and ends', async () => {
  const folder = workFolder({ 'note.txt': '' });
  const { code, err } = await startFlow(folder, ['watch']).ended;
  expect({ code, head: err.split('\n')[0] }).toEqual({
    code: 2,
    head: 'error[no-workflow]: no workflow file was found',
  });
});
