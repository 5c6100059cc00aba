import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filesIn } from '../../rigs/program-files.ts';
import { flowEnvironment, PROGRAM, workFolder } from '../../rigs/program-flow.ts';

// Goal: a job that the kernel kills for want of memory is known as such, and may ask for more.
// Method: flow runs in a control group with little memory; its job takes all there is at first.

const LIMIT = 400 * 2 ** 20;

const WORKFLOW = `
import { rule } from 'dagflow';

const hungry = rule('hungry', {
  output: 'a.txt',
  retries: 1,
  resources: { mem: (_, { failure }) => (failure === 'oom' ? 200 : 100) },
  shell: 'test {resources.mem_mb} = 200 || tail /dev/zero; echo {resources.mem_mb} > {output}',
});
export default [hungry];
`;

test('a job that is killed for want of memory is tried again with more', ({ skip }) => {
  const group = smallGroup();
  if (group === undefined) skip('no control group with a limit of memory can be made here');
  const folder = workFolder({ 'flow.ts': WORKFLOW });
  const enter = `echo $$ > ${group}/cgroup.procs; exec "$0" "$@"`;
  const words = ['-c', enter, process.execPath, PROGRAM, '-c1', '--resources', 'mem=300MB'];
  const options = { cwd: folder, encoding: 'utf8', env: flowEnvironment(folder) } as const;
  const { status, stderr } = spawnSync('bash', words, options);
  expect(stderr.split('\n').filter((line) => line.startsWith('fail'))).toEqual([
    'fail  hungry: out of memory, killed by the kernel; will try again',
  ]);
  expect(status).toBe(0);
  expect(filesIn(folder)['a.txt']).toBe('200\n');
});

/** A control group that the processes in it may use so much memory in; undefined: not here. */
function smallGroup(): string | undefined {
  const name = `flow-test-${process.pid}`;
  return (
    groupIn(`/sys/fs/cgroup/memory/${name}`, 'memory.limit_in_bytes') ??
    groupIn(`/sys/fs/cgroup/${name}`, 'memory.max')
  );
}

function groupIn(folder: string, limitFile: string): string | undefined {
  try {
    mkdirSync(folder);
  } catch {
    return undefined; // It is not ours to make.
  }
  onTestFinished(() => rmdirSync(folder));
  if (!existsSync(join(folder, limitFile))) return undefined;
  appendFileSync(join(folder, limitFile), String(LIMIT));
  return readFileSync(join(folder, limitFile), 'utf8').trim() === String(LIMIT)
    ? folder
    : undefined;
}
