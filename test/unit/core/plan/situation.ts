import { FlowError } from '../../../../src/core/diagnostic.ts';
import type { OwnReason } from '../../../../src/core/plan/reason.ts';
import type { PlanRig, RigRequest } from './plan-rig.ts';

/** What the plan says of the job that a row speaks of. */
export interface Seen {
  readonly verdict: string;
  /** Kinds, in their order; of an error, codes. */
  readonly reasons: readonly string[];
}

/** Builds a row's situation and plans. */
export type Situation = () => Promise<Seen>;

/** By the ids of rows. */
export type Situations = Readonly<Record<string, Situation>>;

/** Targets: the job itself, unless the request says others. */
export async function see(
  rig: PlanRig | Promise<PlanRig>,
  job: string,
  request: Partial<RigRequest> = {},
): Promise<Seen> {
  try {
    const planned = await (await rig).plan({ targets: [job], ...request });
    const reasons = planned.reasons(job).map(({ kind }) => kind);
    return { verdict: planned.verdict(job), reasons };
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return { verdict: 'error', reasons: error.diagnostics.map(({ code }) => code) };
  }
}

/** What becomes of a conditional job. */
export function seeChange(reason: OwnReason | undefined): Seen {
  if (reason === undefined) return { verdict: 'pruned', reasons: [] };
  return { verdict: 'runs', reasons: [reason.kind] };
}
