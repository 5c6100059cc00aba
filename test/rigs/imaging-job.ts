import type { ScriptJob } from '../../src/index.ts';

/** A job as a script of ours sees it, with one thread, for calling the script in this process. */
export function scriptJob<Shape extends object>(job: {
  readonly input?: object;
  readonly output?: object;
  readonly params?: object;
  readonly wildcards?: Readonly<Record<string, string>>;
}): ScriptJob<Shape> {
  const made = {
    rule: 'test',
    label: 'test',
    input: withAll(job.input ?? {}),
    output: withAll(job.output ?? {}),
    log: [],
    params: { ...job.params, positional: [] },
    wildcards: job.wildcards ?? {},
    threads: 1,
    resources: {},
    config: {},
    attempt: 1,
  };
  // The shape is what the caller's script declares; a wrong name fails in the script.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return made as unknown as ScriptJob<Shape>;
}

function withAll(named: object): object {
  return { ...named, all: Object.values(named).flat() };
}
