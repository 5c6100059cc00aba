// Where jobs run.

export const EXECUTOR_PAGES = {
  'still-elsewhere': {
    titles: [
      '`…` may still be run by `…`, where an earlier flow has left it',
      '`…`, and … more, may still be run by `…`, where an earlier flow has left them',
    ],
    means:
      'A flow that was killed had handed jobs over to an executor, which may be running them still. Only with the same executor can they be taken on, or ended; until then nobody else may make the same files.',
    remedy: 'Run with the executor that the message names.',
  },
} as const;
