import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { DASK_PYTHON, DaskCluster, NO_DASK } from '../rigs/dask-cluster.ts';
import { tempFolder } from '../rigs/temp-folder.ts';
import { waitUntil } from '../rigs/wait-until.ts';

const FLOW = resolve(import.meta.dirname, '../../dist/flow.cjs');

const WORKFLOW = `rules:
  all: { input: { expand: "out/{n}.txt", n: [1, 2, 3, 4] } }
  one:
    output: "out/{n}.txt"
    shell: "echo {wildcards.n} >> starts; until [ -e go ]; do sleep 0.1; done; echo {wildcards.n} > {output}"
`;

/** Two run and two wait when flow is killed, and the bridge with it. */
describe.skipIf(NO_DASK !== undefined)('a flow that is killed over Dask', () => {
  let cluster: DaskCluster | undefined;
  const flows: ChildProcess[] = [];

  afterEach(async () => {
    for (const child of flows) child.kill('SIGKILL');
    await cluster?.stop();
  });

  test.each(['before', 'while'] as const)(
    'starts no job twice when it is run again, jobs ending %s it runs',
    async (when) => {
      const folder = tempFolder();
      writeFileSync(join(folder, 'flow.yaml'), WORKFLOW);
      cluster = await DaskCluster.start([{ threads: 2 }]);
      const first = flow(folder, cluster.address);
      await waitUntil(() => starts(folder).length === 2, 'two jobs run', 60_000);
      first.kill('SIGKILL');
      if (when === 'before') {
        writeFileSync(join(folder, 'go'), '');
        await waitUntil(() => count(folder) === 2, 'two have ended', 60_000);
      }
      const second = flow(folder, cluster.address);
      if (when === 'while') {
        const events = join(folder, '.flow/runs');
        await waitUntil(() => readdirSync(events).length === 2, 'the second runs', 60_000);
        writeFileSync(join(folder, 'go'), '');
      }
      await waitUntil(() => second.exitCode !== null, 'the second run is over', 100_000);
      expect(second.exitCode).toBe(0);
      expect(starts(folder)).toEqual(['1', '2', '3', '4']);
      expect(count(folder)).toBe(4);
    },
  );

  function flow(folder: string, address: string): ChildProcess {
    const words = ['-e', 'dask', '--scheduler-address', address, '--python', DASK_PYTHON, '-c4'];
    const child = spawn(process.execPath, [FLOW, ...words], { cwd: folder, stdio: 'ignore' });
    flows.push(child);
    return child;
  }
});

function starts(folder: string): readonly string[] {
  const file = join(folder, 'starts');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).toSorted() : [];
}

function count(folder: string): number {
  const out = join(folder, 'out');
  return existsSync(out) ? readdirSync(out).filter((name) => name.endsWith('.txt')).length : 0;
}
