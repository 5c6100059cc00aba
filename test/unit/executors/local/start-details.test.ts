import { expect, test } from 'vitest';
import { isPassing, whyNotStarted } from '../../../../src/executors/local/start-details.ts';
import { diskError, MemoryDisk } from '../../../rigs/memory-disk.ts';
import { jobSpec } from '../job-spec.ts';

const disk = new MemoryDisk().write({ './run-me': '#!/no/such', '/project/here/x': '' });

test.each([
  ['ENOENT', ['tool', 'x'], 'program `tool` was not found'],
  ['ENOENT', ['./tool'], 'program `./tool` does not exist'],
  ['ENOENT', ['./run-me'], 'program `./run-me` names an interpreter that does not exist'],
  ['EACCES', ['./run-me'], 'program `./run-me` is not executable'],
  ['E2BIG', ['tool'], 'the command and its environment are longer than the system allows'],
  ['EAGAIN', ['tool'], 'the system starts no more processes: EAGAIN: spawn'],
  ['EMFILE', ['tool'], 'the system starts no more processes: EMFILE: spawn'],
  ['EPERM', ['tool'], 'could not be started: EPERM: spawn'],
])('%s for %j', (code, argv, detail) => {
  const spec = jobSpec({ command: { kind: 'exec', argv } });
  expect(whyNotStarted(diskError(code, 'spawn'), spec, disk)).toBe(detail);
});

test('a missing bash is told as what it is', () => {
  expect(whyNotStarted(diskError('ENOENT', 'spawn'), jobSpec(), disk)).toBe(
    '`bash` was not found: shell commands need it',
  );
});

test('a missing working directory is told as what it is', () => {
  const spec = jobSpec({ workingDirectory: '/gone' });
  expect(whyNotStarted(diskError('ENOENT', 'spawn'), spec, disk)).toBe(
    'the working directory `/gone` is gone',
  );
});

test('a shortage may pass; a program that is not there will not come', () => {
  const codes = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOENT', 'EACCES', 'E2BIG'];
  expect(codes.filter((code) => isPassing(diskError(code, 'spawn')))).toEqual(codes.slice(0, 4));
});
