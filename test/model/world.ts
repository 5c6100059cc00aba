import type { JobSpec, OutputSpec, Step, Workflow } from './history.ts';

/** A moment; a file that is written or touched takes the present one. */
export type Time = number;

export interface FileState {
  readonly content: string;
  readonly time: Time;
}

/** What a step did to a file, for other hands to do the same. */
export type FileChange =
  | { readonly kind: 'write'; readonly path: string; readonly file: FileState }
  | { readonly kind: 'delete'; readonly path: string };

/** Files and rules as a person sees them. It knows nothing of records. */
export class World {
  jobs: readonly JobSpec[];
  sources: readonly string[];
  readonly files = new Map<string, FileState>();
  #now: Time = 0;

  constructor({ sources, jobs }: Workflow) {
    this.sources = sources;
    this.jobs = jobs;
    for (const [index, path] of sources.entries()) {
      this.files.set(path, { content: `${index}.0`, time: this.tick() });
    }
  }

  get now(): Time {
    return this.#now;
  }

  /** Time goes on; the answer is the first moment of those that pass. */
  tick(moments = 1): Time {
    this.#now += moments;
    return this.#now - moments + 1;
  }

  /** Carries out any step but a run; a step that fits nothing changes nothing. */
  apply(step: Exclude<Step, { kind: 'run' | 'forget' }>): FileChange[] {
    if (step.kind === 'edit' || step.kind === 'touch') return this.#write(step);
    if (step.kind === 'delete') return this.#delete(step);
    this.#changeJob(step);
    return [];
  }

  copy(): World {
    const copy = new World({ sources: [], jobs: this.jobs });
    copy.sources = this.sources;
    for (const [path, file] of this.files) copy.files.set(path, file);
    copy.#now = this.#now;
    return copy;
  }

  /** The job that makes the file. */
  makerOf(path: string): JobSpec | undefined {
    return this.jobs.find((job) => job.outputs.some(({ file }) => file === path));
  }

  #write(step: Extract<Step, { kind: 'edit' | 'touch' }>): FileChange[] {
    const [path, old] = pick([...this.files], step.file) ?? [];
    if (path === undefined || old === undefined) return [];
    const now = this.tick();
    const time = step.kind === 'edit' && step.keepsTime ? old.time : now;
    const [major = ''] = old.content.split('.');
    const edited = step.kind === 'edit' && step.how === 'coarse' ? `${now}.e` : `${major}.e${now}`;
    const file = { content: step.kind === 'touch' ? old.content : edited, time };
    this.files.set(path, file);
    return [{ kind: 'write', path, file }];
  }

  #delete(step: Extract<Step, { kind: 'delete' }>): FileChange[] {
    const path = pick(this.#outputsThere(), step.output)?.file;
    if (path === undefined) return [];
    this.files.delete(path);
    return [{ kind: 'delete', path }];
  }

  #outputsThere(): OutputSpec[] {
    return this.jobs.flatMap(({ outputs }) => outputs).filter(({ file }) => this.files.has(file));
  }

  #changeJob(step: JobStep): void {
    const index = step.job % this.jobs.length;
    this.jobs = this.jobs.map((job, at) =>
      at === index ? changedJob(job, step, this.sources) : job,
    );
  }
}

type JobStep = Extract<Step, { job: number }>;

function changedJob(job: JobSpec, step: JobStep, sources: readonly string[]): JobSpec {
  const [first, ...rest] = job.inputs;
  switch (step.kind) {
    case 'change-code':
      return { ...job, code: job.code + 1 };
    case 'change-params':
      return { ...job, params: job.params + 1 };
    case 'rename-rule':
      return { ...job, name: `${job.name}x` };
    case 'turn-inputs':
      return first === undefined ? job : { ...job, inputs: [...rest, first] };
    case 'name-input':
      return first === undefined
        ? job
        : { ...job, inputs: [{ ...first, name: `${first.name ?? 'in'}x` }, ...rest] };
    case 'drop-input':
      return { ...job, inputs: rest };
    case 'add-input': {
      const file = pick(sources, step.source);
      if (file === undefined || job.inputs.some((input) => input.file === file)) return job;
      return { ...job, inputs: [...job.inputs, { file, edge: 'data', name: undefined }] };
    }
  }
}

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % items.length];
}
