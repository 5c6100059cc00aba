import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { describeExecutor } from './executor-suite.ts';
import { openCommand, SKIPPED_WITH_COMMANDS } from './open-command.ts';

/** A qsub, qstat, qdel and qselect that behave like those of PBS. */
const PROGRAMS = resolve(import.meta.dirname, '../rigs/pbs-programs');

describe('commands as for PBS', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'flow-pbs-'));
    vi.stubEnv('PBS_STAND_IN', folder);
    vi.stubEnv('PATH', `${PROGRAMS}:${process.env['PATH']}`);
  });

  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  describeExecutor('command', {
    open: async () => await openCommand('pbs.yaml'),
    skip: SKIPPED_WITH_COMMANDS,
  });
});
