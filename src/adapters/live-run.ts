import { FLOW_FOLDER } from './flow-folder.ts';
import { readHolding } from './lock-file.ts';
import { fateOf } from './process-identity.ts';

/** The run that goes on in the working directory, on this host; undefined: none does. */
export function liveRun(): { readonly runId: string; readonly folder: string } | undefined {
  const holding = readHolding(`${FLOW_FOLDER}/lock`);
  if (holding === undefined || fateOf(holding) !== 'alive') return undefined;
  return { runId: holding.runId, folder: `${FLOW_FOLDER}/runs/${holding.runId}` };
}
