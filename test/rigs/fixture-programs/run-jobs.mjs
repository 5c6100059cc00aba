// run-jobs.mjs DIRECTORY RUN_ID COMMAND…: runs commands of bash as jobs of flow would run, all at
// once, and prints the outcome of each as a line of JSON. Never closes by itself before that.
import { nodeDisk } from '../../../src/adapters/node-disk.ts';
import { nodeHasher } from '../../../src/adapters/node-hasher.ts';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { localExecutor } from '../../../src/executors/local/local-executor.ts';

const [workingDirectory = '', runId = '', ...commands] = process.argv.slice(2);
const disk = nodeDisk(workingDirectory);
const hasher = nodeHasher({ disk, workingDirectory, threads: 1, tickMs: 0 });
const executor = localExecutor({
  workingDirectory,
  disk,
  hasher,
  clock: systemClock,
  graceMs: 300,
});

let left = commands.length;
await executor.open({
  started: () => {},
  ended: (token, outcome) => {
    process.stdout.write(`${JSON.stringify({ token, ...outcome })}\n`);
    left -= 1;
    if (left === 0) void executor.close();
  },
  broke: (error) => {
    throw error;
  },
});
executor.launch(commands.map(specOf));

function specOf(text, index) {
  return {
    version: 1,
    token: `${runId}-${index}`,
    runId,
    label: `job ${index}`,
    rule: 'job',
    attempt: 1,
    workingDirectory,
    prepare: { inputs: [], makeDirectories: ['logs'], writeFiles: [], moveAside: [] },
    command: { kind: 'shell', text },
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
    logFile: `logs/${index}.log`,
    verify: { outputs: [], latencyWaitMs: 0 },
  };
}
