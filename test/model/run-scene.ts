import type { InputSpec, JobSpec, RunStep } from './history.ts';
import { type JobRecord, LEFT_OUT, type Memory } from './memory.ts';
import { type Requested, requestedBy } from './requested.ts';
import type { FileState, World } from './world.ts';

/** What a run finds: what it is asked for, what there is, and what is remembered. */
export class RunScene {
  readonly world: World;
  readonly memory: Memory;
  readonly step: RunStep;
  readonly request: Requested;
  /** The jobs that are needed and have something to run. */
  readonly jobs: readonly JobSpec[];
  /** Targets, and what target rules hold together. */
  readonly asked: ReadonlySet<string>;
  readonly filesBefore: ReadonlyMap<string, FileState>;
  readonly seenBefore: ReadonlyMap<string, FileState>;
  readonly removedTemps: ReadonlySet<string>;
  readonly editedBefore: ReadonlySet<string>;
  /** Optional outputs that were left out in this run. */
  readonly leftOutNow: Set<string> = new Set();

  constructor(world: World, memory: Memory, step: RunStep) {
    this.world = world;
    this.memory = memory;
    this.step = step;
    this.request = requestedBy(step, world);
    const { files, needed } = this.request;
    this.jobs = needed.filter(({ hasCommand }) => hasCommand);
    const bundles = needed.filter(({ hasCommand }) => !hasCommand);
    this.asked = new Set([
      ...files,
      ...bundles.flatMap(({ inputs }) => inputs.map(({ file }) => file)),
    ]);
    lookAgain(world, memory, this.request);
    this.filesBefore = new Map(world.files);
    this.seenBefore = new Map(memory.seen);
    this.removedTemps = new Set(this.jobs.flatMap((job) => this.#removedTempsOf(job)));
    this.editedBefore = new Set(this.jobs.flatMap((job) => this.editedOutputs(job)));
  }

  has(trigger: RunStep['without'][number]): boolean {
    return !this.step.without.includes(trigger);
  }

  isForced(job: JobSpec): boolean {
    const { force } = this.step;
    if (force === 'all') return true;
    if (force !== 'targets') return job.name === this.request.forcedRule;
    const isTarget = job.outputs.some(({ file }) => this.asked.has(file));
    return isTarget || this.request.jobs.includes(job);
  }

  isFailing(job: JobSpec): boolean {
    const { jobs } = this.world;
    return this.step.failing.some((number) => jobs[number % jobs.length] === job);
  }

  isRead(file: string): boolean {
    return this.request.needed.some((job) => reads(job, file));
  }

  isOpen({ outputs }: JobSpec): boolean {
    return outputs.some(({ file }) => this.memory.open.has(file));
  }

  /** Outputs that are not there and that somebody needs. */
  missing(job: JobSpec): string[] {
    return job.outputs
      .filter(({ file }) => !this.wasLeftOut(job, file))
      .map(({ file }) => file)
      .filter((file) => !this.world.files.has(file) && !this.removedTemps.has(file))
      .filter((file) => this.asked.has(file) || this.isRead(file));
  }

  /** Its last success was one without this output. */
  wasLeftOut({ key }: JobSpec, file: string): boolean {
    return this.memory.records.get(key)?.outputs.get(file) === LEFT_OUT;
  }

  /** Outputs that are there and are not what their job made. */
  editedOutputs(job: JobSpec): string[] {
    const made = this.memory.records.get(job.key)?.outputs;
    if (made === undefined || this.isOpen(job)) return [];
    return job.outputs
      .map(({ file }) => file)
      .filter((file) => (this.world.files.get(file)?.content ?? made.get(file)) !== made.get(file));
  }

  /** A removed temporary file stands for what was last seen of it. */
  contentNow(file: string): string | undefined {
    const isAway = this.removedTemps.has(file) && !this.leftOutNow.has(file);
    const stoodFor = isAway ? this.seenBefore.get(file) : undefined;
    return (this.world.files.get(file) ?? stoodFor)?.content;
  }

  /** What a record says if the job is done now, with what is really there. */
  recordOf(job: JobSpec): JobRecord {
    return {
      inputs: job.inputs.map(({ file, name, edge }) => ({
        file,
        name,
        content: hasContent({ edge }) ? this.world.files.get(file)?.content : undefined,
      })),
      code: job.code,
      params: job.params,
      outputs: new Map(
        job.outputs.map(({ file }) => [file, this.world.files.get(file)?.content ?? LEFT_OUT]),
      ),
    };
  }

  #removedTempsOf(job: JobSpec): string[] {
    const { records, seen } = this.memory;
    if (!records.has(job.key) || this.isOpen(job)) return [];
    return job.outputs
      .filter(({ file, isTemp }) => isTemp && !this.world.files.has(file))
      .filter(({ file }) => !this.wasLeftOut(job, file))
      .map(({ file }) => file)
      .filter((file) => seen.has(file) && this.isRead(file) && !this.asked.has(file));
  }
}

/** Files that records speak of are looked at when a run begins; what is as it was has a new time. */
export function lookAgain({ files }: World, { seen }: Memory, { needed }: Requested): void {
  for (const { inputs, outputs } of needed) {
    for (const { file } of [...inputs, ...outputs]) {
      const now = files.get(file);
      if (now !== undefined && seen.get(file)?.content === now.content) seen.set(file, now);
    }
  }
}

export function reads({ inputs }: JobSpec, file: string): boolean {
  return inputs.some((input) => input.file === file);
}

/** Order and ancient inputs only have to be there. */
export function hasContent({ edge }: Pick<InputSpec, 'edge'>): boolean {
  return edge === 'data' || edge === 'final';
}
