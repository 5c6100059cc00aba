// Jobs and runs.

export const RUN_PAGES = {
  'job-failed': {
    titles: ['`…` failed: …', '… more jobs failed', '… more job failed'],
    means:
      'A job ended without success: its command exited with another code than 0, was killed, or did not write its outputs. What it wrote was removed and what was there before is back; jobs that need it are skipped.',
    remedy:
      'The block shows the command and the last lines of its log; `flow logs JOB` prints all of it.',
    files: { 'flow.yaml': 'rules:\n  a: { output: a, shell: "exit 3" }\n' },
    typed: 'flow -c1',
  },
  'request-too-large': {
    titles: ['`…` asks for …; the run has …'],
    means:
      'A job asks for more cores, memory, GPUs or of a resource of your own than the run can ever give. A dry run says so as a warning: it may be meant for another machine.',
    remedy: 'Give the run more, ask for less, or take what there is with `--clamp`.',
    files: { 'flow.yaml': 'rules:\n  a: { output: a, threads: 8, shell: "touch {output}" }\n' },
    typed: 'flow -c2',
  },
  'retry-too-large': {
    titles: ['`…` is not tried again: attempt … asks for …; the run has …'],
    means:
      'A warning. A job failed, and would ask for more at its next attempt than the run can ever give, since its request grows with `attempt`.',
    remedy: 'Give the run more, or bound the request in its function.',
    files: {
      'flow.ts': `import { rule } from 'dagflow';

export default [
  rule('a', { output: 'a', threads: (_, { attempt }) => attempt, retries: 3, shell: 'false' }),
];
`,
    },
    typed: 'flow -c1',
  },
  'broken-gpu-request': {
    titles: ['`…` asks for … GPUs'],
    means:
      'A job asks for more than one GPU, and for no whole number of them. A share of a card never spans two.',
    remedy: 'Ask for whole cards, `gpus: 2`, or for a share of one, `gpus: 0.5`.',
  },
  'unknown-duration': {
    titles: ['nothing says how long jobs of … take'],
    means:
      'A simulation needs to know how long each job takes. Nobody has run such a job here, the rule does not say what to expect, and the command line does not either.',
    remedy:
      'Say it with `--duration RULE=8min`, write `expect: 8 min` in the rule, or run such a job once.',
    files: { 'flow.yaml': 'rules:\n  a: { output: a, shell: "touch {output}" }\n' },
    typed: 'flow simulate',
  },
  'temp-not-removed': {
    titles: ['the temporary file `…` could not be removed: …'],
    means:
      'A warning. All jobs that read a temporary file are done, and the disk does not let it be removed.',
    remedy: 'Remove it by hand; no job reads it any more.',
  },
  'executor-broke': {
    titles: ['the executor `…` cannot be used any more: …'],
    means: 'What runs the jobs cannot start or watch them any more. Jobs that ended are recorded.',
    remedy: 'Run again once the cause is gone.',
  },
} as const;
