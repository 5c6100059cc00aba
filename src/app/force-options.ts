import { usageError } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { JobGraph } from '../core/graph/job-graph.ts';
import type { Force } from '../core/plan/plan-input.ts';
import { type Trigger, TRIGGERS } from '../core/plan/reason.ts';
import { namedJobs } from './named-jobs.ts';
import type { Arguments } from './parse-arguments.ts';

export const NO_FORCE: Force = {
  all: false,
  targets: false,
  rules: new Set(),
  files: new Set(),
};

/** `-F`, `-f` and `-R` over all jobs that the targets need. Throws a usage error. */
export function forceOf(args: Arguments, whole: JobGraph): Force {
  const named = namedJobs(args.given('forcerun'), whole);
  return { all: args.has('forceall'), targets: args.has('force'), ...named };
}

/** `--rerun-triggers a,b`; all if it is not given. Throws a usage error. */
export function triggersOf(args: Arguments): ReadonlySet<Trigger> {
  const text = args.value('rerun-triggers');
  if (text === undefined) return new Set(TRIGGERS);
  const words = text.split(',').filter((word) => word !== '');
  const unknown = words.find((word) => !isTrigger(word));
  if (unknown === undefined && words.length > 0) return new Set(words.filter(isTrigger));
  throw new FlowError(
    usageError({
      title:
        unknown === undefined
          ? '`--rerun-triggers` names no trigger'
          : `\`--rerun-triggers\` knows no \`${unknown}\``,
      hint: `it takes some of ${TRIGGERS.join(', ')}, with commas between them`,
      spans: args.given('rerun-triggers').at(-1)?.spans ?? [],
    }),
  );
}

function isTrigger(word: string): word is Trigger {
  return TRIGGERS.some((it) => it === word);
}
