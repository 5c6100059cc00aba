import { describe, expect, test } from 'vitest';
import { frameOf, isFitForResidents } from '../../../../src/executors/local/resident-frame.ts';
import type { JobSpec } from '../../../../src/ports/job-spec.ts';
import { jobSpec } from '../job-spec.ts';

function shell(text: string): JobSpec {
  return jobSpec({ command: { kind: 'shell', text } });
}

describe('a frame', () => {
  test('says its length in six digits, and then all that the subshell does', () => {
    expect(frameOf(shell("echo 'a b' > c"), { FLOW_JOB_TOKEN: 't' })).toBe(
      '000172set +m -euo pipefail; trap - PIPE; ' +
        'unset -v _flow_size _flow_frame _flow_status _flow_left; ' +
        "export FLOW_JOB_TOKEN='t'; " +
        "exec >>'log.txt' 2>&1; " +
        "eval -- 'echo '\\''a b'\\'' > c'",
    );
  });

  test('is ASCII whatever the command is, so that its length means the same everywhere', () => {
    const frame = frameOf(shell("echo 'größe' \\n"), { FLOW_JOB_TOKEN: 'ü' }) ?? '';
    expect(frame).toContain(String.raw`FLOW_JOB_TOKEN=$'\xc3\xbc'`);
    expect(frame).toContain(String.raw`eval -- $'echo \'gr\xc3\xb6\xc3\x9fe\' \\n'`);
    expect(Number(frame.slice(0, 6))).toBe(Buffer.byteLength(frame) - 6);
  });
});

test.each([
  'true',
  'echo "$HOME" ${PATH%:*} $? $# $@',
  'tool --verbose --trace-file x',
  "awk '{ print $1 }' a > b",
  'set -e; set -o errexit; set +u; set -eu -o pipefail',
  'kill -TERM $BASHPID',
  'ls -x; echo -m; rsync -v a b',
])('a resident shell takes %j', (text) => {
  expect(frameOf(shell(text), { FLOW_JOB_TOKEN: 't' })).toBeDefined();
});

test.each([
  'echo $$ > pid',
  'mkdir /tmp/x.${$}',
  'sleep 1 & wait $!',
  'set -x; true',
  'set -euxo pipefail',
  'set -e -x',
  'set -m; sleep 1 &',
  'set -o monitor',
  'set -eo xtrace',
  'echo $BASH_SUBSHELL',
  'echo $SECONDS',
  'echo $-',
  'echo \0',
  'x'.repeat(20_000),
])('a resident shell leaves %j to a shell of its own', (text) => {
  expect(frameOf(shell(text), { FLOW_JOB_TOKEN: 't' })).toBeUndefined();
});

test('a command without a shell is none for a resident shell', () => {
  const command = { kind: 'exec', argv: ['true'] } as const;
  expect(frameOf(jobSpec({ command }), { FLOW_JOB_TOKEN: 't' })).toBeUndefined();
});

test.each([
  ['IFS', ','],
  ['BASH_ENV', 'x'],
  ['SHELLOPTS', 'xtrace'],
  ['a-b', 'x'],
  ['BASH_FUNC_f%%', '() { true; }'],
  ['GLOBIGNORE', '*'],
  ['LONG', 'x'.repeat(20_000)],
  ['NUL', '\0'],
])('a job whose environment has %s gets a shell of its own', (name, value) => {
  expect(frameOf(shell('true'), { [name]: value })).toBeUndefined();
});

test.each([
  [{ PATH: '/bin', LANG: 'de_DE.UTF-8', 'BASH_FUNC_module%%': '() { true; }' }, true],
  [{ BASH_ENV: '/etc/profile.d/modules.sh' }, false],
  [{ SHELLOPTS: 'errexit' }, false],
  [{ POSIXLY_CORRECT: '' }, false],
  [{ 'BASH_FUNC_read%%': '() { true; }' }, false],
])('an environment of %j is fit for resident shells: %j', (environment, isFit) => {
  expect(isFitForResidents(environment)).toBe(isFit);
});
