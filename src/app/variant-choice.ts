import { chooseVariants } from '../core/rule/choose-variants.ts';
import type { Rule } from '../core/rule/rule.ts';
import { requestProblems } from '../core/schedule/request-fit.ts';
import type { Arguments } from './parse-arguments.ts';
import { isOnSlurm } from './executors/on-slurm.ts';
import { poolsGiven } from './pool-options.ts';
import { machineCapacity } from './run-limits.ts';

/**
 * The rules with the variants that a run with these flags can hold. Commands that run nothing and
 * know no limits leave them open: no variant is a reason to run.
 */
export function withChosenVariants(rules: readonly Rule[], args: Arguments): readonly Rule[] {
  const open = rules.filter(({ amounts }) => amounts.oneOf !== undefined);
  const knowsLimits = args.command.options.some(({ name }) => name === 'cores');
  if (open.length === 0 || !knowsLimits) return rules;
  if (isOnSlurm(args)) {
    // What accounts have is not known yet, and that they have none left is no reason to use CPUs.
    return chooseVariants(rules, ({ gpus }) => gpus === 0 || args.value('gpus') !== 'none');
  }
  const given = poolsGiven(args).map(({ capacity }) => capacity);
  const asksForGpus = open.some(({ amounts }) =>
    amounts.oneOf?.some(({ resources }) => resources['gpus'] !== undefined),
  );
  const capacities = given.length > 0 ? given : [machineCapacity(args, asksForGpus)];
  return chooseVariants(rules, (request) =>
    capacities.some((capacity) => requestProblems(request, capacity).length === 0),
  );
}
