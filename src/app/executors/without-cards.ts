import type { Executor } from '../../ports/executor.ts';

/**
 * For executors whose system gives out the cards: what the engine counts there are slots, and their
 * names mean nothing to jobs.
 */
export function withoutCards(executor: Executor): Executor {
  return {
    name: executor.name,
    open: (session) => executor.open(session),
    launch: (batch) => executor.launch(batch.map((spec) => ({ ...spec, gpus: [] }))),
    adopt: (attempts) => executor.adopt?.(attempts),
    cancel: (tokens, how) => executor.cancel(tokens, how),
    close: () => executor.close(),
  };
}
