import { usageError } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import { didYouMean } from '../core/did-you-mean.ts';
import { parseAmount } from '../core/rule/parse-amount.ts';
import type { Rule } from '../core/rule/rule.ts';
import { type DurationEstimates, estimateDurations } from '../core/schedule/job-durations.ts';
import type { RequestPlan } from './make-request-plan.ts';
import type { Arguments } from './parse-arguments.ts';

/** How long the jobs of a plan are thought to take: as given, as recorded, as their rules say. */
export function estimatesOf(
  { plan, input, maker }: RequestPlan,
  given: ReadonlyMap<string, number> = new Map(),
): DurationEstimates {
  return estimateDurations({
    graph: plan.graph,
    records: input.records,
    given,
    expected: (job) => maker.expectedMs(job),
  });
}

/** `--duration stitch=8min`, in milliseconds by rule; the last counts. Throws a usage error. */
export function givenDurations(
  args: Arguments,
  rules: readonly Rule[],
): ReadonlyMap<string, number> {
  const names = rules.map(({ name }) => name);
  return new Map(
    args.values('duration').map((text) => {
      const [name = '', value = ''] = text.split(/=(.*)/su);
      const seconds = parseAmount('time', value);
      if (seconds === undefined) {
        throw new FlowError(
          usageError({
            title: `\`--duration ${text}\` makes no sense`,
            hint: 'write a rule and how long its jobs take: `--duration stitch=8min`',
          }),
        );
      }
      if (names.includes(name)) return [name, seconds * 1000];
      const hint = didYouMean(name, names) ?? '`flow list` shows the rules';
      throw new FlowError(
        usageError({ title: `\`--duration ${text}\`: there is no rule \`${name}\``, hint }),
      );
    }),
  );
}
