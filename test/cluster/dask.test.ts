import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';

const dask = clusterEnvironment('dask');

/** What a Python program prints that has a `client` of the cluster. */
function python(program: string): string {
  const connect = 'import os\nfrom distributed import Client\n';
  const client = "client = Client(os.environ['DASK_SCHEDULER'], timeout=20)\n";
  return execFileSync(dask?.['DASK_PYTHON'] ?? '', ['-c', `${connect}${client}${program}`], {
    encoding: 'utf8',
    env: { ...process.env, ...dask },
  });
}

describe.skipIf(dask === undefined)(`Dask${sayIfSkipped(dask)}`, () => {
  it('runs tasks in its two workers', () => {
    expect(python('print(sorted(client.gather(client.map(lambda x: x * x, range(5)))))')).toBe(
      '[0, 1, 4, 9, 16]\n',
    );
  });

  it('has one GPU a worker, and runs one task that wants it there at a time', () => {
    const program = `
import os, time
# Fails where another such task runs in the same worker.
def alone(_):
    mark = f'{os.getcwd()}/running-{os.getpid()}'
    handle = os.open(mark, os.O_CREAT | os.O_EXCL)
    time.sleep(0.2)
    os.close(handle)
    os.unlink(mark)
    return os.getpid()
pids = client.map(alone, range(6), resources={'GPU': 1}, pure=False)
print(len(set(client.gather(pids))))
print(sorted(worker['resources'].get('GPU') for worker in client.scheduler_info()['workers'].values()))
`;
    expect(python(program)).toBe('2\n[1.0, 1.0]\n');
  });
});
