import { expect, test } from 'vitest';
import {
  judgeBash,
  judgeClock,
  judgeFileSystem,
  judgeInterpreter,
  judgeNode,
} from '../../../../src/app/doctor/judgements.ts';

test.each([
  ['18.20.4', 'fail'],
  ['20.18.9', 'fail'],
  ['20.19.0', 'ok'],
  ['22.1.0', 'ok'],
])('Node %s is %s', (version, state) => {
  expect(judgeNode(version).state).toBe(state);
});

test('bash is looked at by what it says of itself', () => {
  expect(judgeBash('GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)\n')).toEqual({
    check: 'bash',
    state: 'ok',
    said: '5.2.15',
  });
  expect(judgeBash('GNU bash, version 3.2.57(1)-release (arm64-apple-darwin23)\n').state).toBe(
    'warn',
  );
  expect(judgeBash('something else').state).toBe('warn');
  expect(judgeBash(undefined).state).toBe('fail');
});

test('an interpreter that is missing is missed only by its scripts', () => {
  expect(judgeInterpreter('python3', 'Python 3.11.2\n', '.py').said).toBe('3.11.2');
  expect(judgeInterpreter('Rscript', undefined, '.R')).toEqual({
    check: 'Rscript',
    state: 'warn',
    said: 'not found',
    hint: 'install it if rules have scripts that end in `.R`',
  });
});

test('a clock that is seconds away from that of the machine is told, with its direction', () => {
  expect(judgeClock(0).state).toBe('ok');
  expect(judgeClock(1_999).state).toBe('ok');
  expect(judgeClock(12_340).said).toBe('the file system is 12.3 s behind this machine');
  expect(judgeClock(-3_000).said).toBe('the file system is 3 s ahead of this machine');
});

test('a file system is named by its number, and told if it is full, in memory or shared', () => {
  expect(judgeFileSystem(0xef_53, 4096)).toEqual({
    check: 'file system',
    state: 'ok',
    said: 'ext4, 4 GiB free',
  });
  expect(judgeFileSystem(0xef_53, 1000).state).toBe('warn');
  expect(judgeFileSystem(0x01_02_19_94, 4096).state).toBe('warn');
  expect(judgeFileSystem(0x69_69, 4096).said).toBe(
    'nfs, 4 GiB free; shared, so outputs may come into sight late (`--latency-wait`)',
  );
  expect(judgeFileSystem(0x12_34, 4096).said).toBe('type 0x1234, 4 GiB free');
});
