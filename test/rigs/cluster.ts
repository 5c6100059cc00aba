import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { assert } from '../../src/core/diagnostic.ts';

/** How a cluster is reached: `SLURM_CONF`, or `DASK_SCHEDULER` and `DASK_PYTHON`, or `SGE_ROOT` and its like. */
export type ClusterEnvironment = Readonly<Record<string, string>>;

/**
 * The cluster that `npm run cluster:up` has brought up; undefined where there is none, and tests of
 * it are skipped. Where `DAGFLOW_CLUSTER` names a folder there has to be one.
 */
export function clusterEnvironment(
  name: 'slurm' | 'dask' | 'gridengine',
): ClusterEnvironment | undefined {
  const named = process.env['DAGFLOW_CLUSTER'];
  const folder = join(resolve(named ?? join(tmpdir(), 'dagflow-cluster')), name);
  const environment = jsonOf(join(folder, 'environment.json'));
  const daemons = jsonOf(join(folder, 'daemons.json'));
  const isUp =
    environment !== undefined &&
    Object.values(daemons ?? {}).every((pid) => existsSync(`/proc/${pid}`));
  assert(isUp || named === undefined, `no ${name} is up in ${folder}: npm run cluster:up`);
  return isUp ? environment : undefined;
}

/** For the titles of tests that need one. */
export function sayIfSkipped(cluster: ClusterEnvironment | undefined): string {
  return cluster === undefined ? ' (skipped: none is up, see `npm run cluster:up`)' : '';
}

function jsonOf(file: string): Record<string, string> | undefined {
  if (!existsSync(file)) return undefined;
  // Written by test/cluster/, as flat as this.
  const entries: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  return entries;
}
