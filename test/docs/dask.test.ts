import { resolve } from 'node:path';
import { describe } from 'vitest';
import { NO_DASK } from '../rigs/dask-cluster.ts';
import { testPage } from './page-tests.ts';

/** A `python3` that has `distributed`. */
const DASK_PROGRAMS = resolve(import.meta.dirname, '../rigs/dask-programs');

describe.skipIf(NO_DASK !== undefined)('with a Dask', () => {
  testPage('docs/dask.md', DASK_PROGRAMS);
});
