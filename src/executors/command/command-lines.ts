import type { LineTemplate } from './line-template.ts';

/** How a batch system is talked to, by commands: what a file of `--executor-config` says. */
export interface CommandLines {
  /** Hands a job over, and prints its id. */
  readonly submit: LineTemplate;
  /** Parts of `{options}`, each there for jobs that ask for the resource of its name. */
  readonly options: ReadonlyMap<string, LineTemplate>;
  /** The first group is the id, in what `submit` and `find` print. */
  readonly id: RegExp;
  /** What `submit` says where the system takes no more jobs for now. */
  readonly busy: RegExp | undefined;
  /** Lists jobs, all of the user's or those of `{ids}`. */
  readonly status: LineTemplate;
  /** A job in that list, with the groups `id` and `state`; flags `gmu`. */
  readonly job: RegExp;
  /** By what the list calls it. */
  readonly states: ReadonlyMap<string, JobState>;
  /** Ends the jobs of `{ids}`. */
  readonly cancel: LineTemplate;
  /** Prints the ids of jobs of the name `{name}`, ended or not. */
  readonly find: LineTemplate;
}

export const JOB_STATES = ['queued', 'held', 'running', 'ended'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Names that stand for values, by the command that they may stand in. */
export const SUBMIT_NAMES = [
  'script',
  'name',
  'output',
  'directory',
  'label',
  'rule',
  'threads',
  'gpus',
  'mem_mib',
  'disk_mib',
  'gpu_mem_mib',
  'time_s',
  'time_min',
  'time_hms',
] as const;
export const STATUS_NAMES = ['ids', 'ids_comma'] as const;
export const FIND_NAMES = ['name'] as const;
