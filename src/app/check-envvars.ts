import { missingVariable } from '../core/catalogue/envvars.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { NeededVariable } from '../lang/workflow-file.ts';

/**
 * Are the variables set that the workflow names? Jobs on this machine inherit them, so nothing has
 * to carry their values. Throws a `FlowError` with all that are missing.
 */
export function checkEnvvars(
  needed: readonly NeededVariable[],
  environment: NodeJS.ProcessEnv,
): void {
  const missing = needed.filter(({ name }) => environment[name] === undefined);
  if (missing.length > 0) throw new FlowError(missing.map(missingVariable));
}
