import type { JobSpec } from '../../../src/ports/job-spec.ts';

/** The plainest job there is, changed as a test says. */
export function jobSpec(changes: Partial<JobSpec> = {}): JobSpec {
  return {
    version: 1,
    token: 'token-1',
    runId: 'run-1',
    label: 'job',
    rule: 'job',
    attempt: 1,
    workingDirectory: '/project/here',
    prepare: { inputs: [], makeDirectories: [], writeFiles: [], moveAside: [] },
    command: { kind: 'shell', text: 'true' },
    environment: {},
    resources: {
      threads: 1,
      memMib: undefined,
      diskMib: undefined,
      timeS: undefined,
      gpus: 0,
      gpuMemMib: undefined,
      custom: {},
    },
    gpus: [],
    logFile: 'log.txt',
    verify: { outputs: [], latencyWaitMs: 0 },
    ...changes,
  };
}
