import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, linesIn } from '../../rigs/program-files.ts';
import { flow, startFlow, workFolder } from '../../rigs/program-flow.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

// Goal: `flow clean` takes nothing from a run that goes on, and nothing that flow did not make.
// Method: a real run whose job waits; real links out of the folder.

const COPY =
  'rules: { copy: { input: source.txt, output: out/copy.txt, shell: "cp {input} {output}" } }';

test('while a run goes on nothing is cleaned, but it may be looked', async () => {
  const waiting = 'until [ -e "$GO" ]; do sleep 0.01; done';
  const folder = workFolder({
    'flow.yaml': `rules:
  all: { input: [out/copy.txt, slow.txt] }
  copy: { input: source.txt, output: out/copy.txt, shell: "cp {input} {output}" }
  slow: { input: out/copy.txt, output: slow.txt, shell: ${JSON.stringify(`echo start >> "$LOG"; ${waiting}; touch {output}`)} }
`,
    'source.txt': 'one\n',
    '../notes/first': '',
  });
  const [log, go] = [join(folder, '../notes/log'), join(folder, '../notes/go')];
  const run = startFlow(folder, ['-c1'], { env: { LOG: log, GO: go } });
  await waitUntil(() => linesIn(log).length === 1, 'the job runs');
  for (const words of [['--force', 'copy'], ['--all'], ['--runs', '1']]) {
    const { code, err } = flow(folder, ['clean', ...words]);
    expect({ code, isLocked: err.startsWith('error[locked]: ') }, err).toEqual({
      code: 3,
      isLocked: true,
    });
  }
  const look = flow(folder, ['clean', '-n', '--force', 'copy']);
  expect(look).toMatchObject({ code: 0, out: 'out/copy.txt\n' });
  writeFileSync(go, '');
  expect(await run.ended).toMatchObject({ code: 0 });
  expect(flow(folder, ['clean', 'copy'])).toMatchObject({ code: 0, out: 'out/copy.txt\n' });
  expect(existsSync(join(folder, 'out/copy.txt'))).toBe(false);
});

test('a link that is an output is moved, and what it leads to stays', () => {
  const folder = workFolder({
    'flow.yaml': 'rules: { link: { output: out/l.txt, shell: "ln -s $TO {output}" } }',
    '../notes/data.txt': 'data\n',
  });
  const to = join(folder, '../notes/data.txt');
  expect(flow(folder, [], { env: { TO: to } }).code).toBe(0);
  expect(flow(folder, ['clean', '--all'])).toMatchObject({ code: 0, out: 'out/l.txt\n' });
  expect(filesIn(folder)).toEqual({});
  expect(readFileSync(to, 'utf8')).toBe('data\n');
});

test('what lies behind a link out of the folder stays, even by force', () => {
  const folder = workFolder({ 'flow.yaml': COPY, 'source.txt': 'one\n', '../notes/first': '' });
  expect(flow(folder).code).toBe(0);
  const away = join(folder, '../notes/out');
  renameSync(join(folder, 'out'), away);
  symlinkSync(away, join(folder, 'out'));
  const { code, out, err } = flow(folder, ['clean', '--all', '--force']);
  expect({ code, out, err }).toEqual({
    code: 0,
    out: '',
    err: 'kept, since it does not lie in the working directory: `out/copy.txt`\nthere is nothing to clean\n',
  });
  expect(readFileSync(join(away, 'copy.txt'), 'utf8')).toBe('one\n');
});

test('files that were there before flow came are not cleaned, though a rule would make them', () => {
  const folder = workFolder({ 'flow.yaml': COPY, 'source.txt': 'one\n' });
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'out/copy.txt'), 'mine\n');
  expect(flow(folder)).toMatchObject({ code: 0 });
  expect(flow(folder, ['clean', '--all', '--force'])).toMatchObject({ code: 0, out: '' });
  expect(filesIn(folder)).toEqual({ 'source.txt': 'one\n', 'out/copy.txt': 'mine\n' });
});
