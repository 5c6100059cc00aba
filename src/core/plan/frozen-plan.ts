import type { Reason } from './reason.ts';
import { changedParams } from './changed-params.ts';

/** A plan as it is kept in a folder, to be carried out by others. Plain JSON. */
export interface FrozenPlan {
  readonly head: FrozenHead;
  /** As the workflow got it. */
  readonly config: unknown;
  /** Each after those that it needs. */
  readonly jobs: readonly FrozenJob[];
}

export interface FrozenHead {
  readonly version: 1;
  readonly workflow: { readonly file: string; readonly sha256: string };
  /** Absolute; all paths of jobs are relative to it. */
  readonly workingDirectory: string;
  /** As they were given; empty: the default target. */
  readonly targets: readonly string[];
  /** Jobs by verdict, of all that the targets need. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What makes a job this job and no other, wherever and whenever it is planned. */
export interface FrozenRecord {
  readonly rule: string;
  readonly wildcards: Readonly<Record<string, string>>;
  readonly outputs: readonly string[];
  readonly inputs: readonly string[];
  /** How inputs are named and grouped, as the record of a job has it. */
  readonly shape: string;
  readonly params: unknown;
  readonly command: string;
  /** sha256 of what the record of a job keeps of its code. */
  readonly code: string;
  readonly env: string;
}

export interface FrozenJob extends FrozenRecord {
  /** Of the canonical record, by sha256. */
  readonly id: string;
  readonly label: string;
  /** `run`; `conditional`: if inputs come out changed; `dormant`: if a job that runs reads it. */
  readonly verdict: string;
  readonly reasons: readonly Reason[];
  readonly resources: object;
  /** Ids of jobs of the plan. */
  readonly needs: readonly string[];
}

/** What makes a plan another one than the plan that is kept. */
export type PlanDifference =
  | { readonly kind: 'workflow'; readonly old: string; readonly new: string }
  | { readonly kind: 'directory'; readonly old: string; readonly new: string }
  | { readonly kind: 'targets'; readonly old: readonly string[]; readonly new: readonly string[] }
  | {
      readonly kind: 'config';
      readonly key: string;
      readonly old: string | undefined;
      readonly new: string | undefined;
    }
  | { readonly kind: 'new-job'; readonly label: string }
  | { readonly kind: 'changed-job'; readonly label: string; readonly fields: readonly string[] };

const FIELDS = [
  'rule',
  'wildcards',
  'outputs',
  'inputs',
  'shape',
  'params',
  'command',
  'code',
  'env',
] as const;

/**
 * How a plan differs from the one that is kept. None: it is that plan, or what is left of it; jobs
 * that are done by now are no difference, and neither are their reasons.
 */
export function planDifferences(kept: FrozenPlan, now: FrozenPlan): readonly PlanDifference[] {
  const differences: PlanDifference[] = [];
  const { workflow, workingDirectory, targets } = kept.head;
  const { head } = now;
  if (workflow.file !== head.workflow.file || workflow.sha256 !== head.workflow.sha256) {
    differences.push({ kind: 'workflow', old: workflow.file, new: head.workflow.file });
  }
  if (workingDirectory !== head.workingDirectory) {
    differences.push({ kind: 'directory', old: workingDirectory, new: head.workingDirectory });
  }
  if (JSON.stringify(targets) !== JSON.stringify(head.targets)) {
    differences.push({ kind: 'targets', old: targets, new: head.targets });
  }
  const [before, after] = [kept, now].map(({ config }) => JSON.stringify(config ?? null));
  if (before !== undefined && after !== undefined && before !== after) {
    const keys = changedParams(before, after);
    differences.push(
      ...keys.map(({ name, old, new: new_ }) => ({
        kind: 'config' as const,
        key: name,
        old,
        new: new_,
      })),
    );
  }
  return [...differences, ...jobDifferences(kept, now)];
}

function jobDifferences(kept: FrozenPlan, now: FrozenPlan): PlanDifference[] {
  const byId = new Set(kept.jobs.map(({ id }) => id));
  const byLabel = new Map(kept.jobs.map((job) => [job.label, job]));
  const differences: PlanDifference[] = [];
  for (const job of now.jobs) {
    if (byId.has(job.id)) continue;
    const { label } = job;
    const old = byLabel.get(label);
    differences.push(
      old === undefined
        ? { kind: 'new-job', label }
        : {
            kind: 'changed-job',
            label,
            fields: FIELDS.filter((it) => JSON.stringify(old[it]) !== JSON.stringify(job[it])),
          },
    );
  }
  return differences;
}
