import { madeContent } from './commands.ts';
import type { JobSpec } from './history.ts';
import type { Cut, JobRecord } from './memory.ts';
import { hasContent, reads, type RunScene } from './run-scene.ts';
import type { Time } from './world.ts';

/** How a run ended for a job; none: there was no need to run it. */
export type JobEnd = 'ran' | 'failed' | 'held' | 'blocked';

/**
 * One run by the model. Jobs are looked at one after the other, each with the contents of that
 * moment, again and again until none has anything more to do: nothing is foreseen, nothing pruned.
 */
export class ModelRun {
  readonly #scene: RunScene;
  readonly #cut: Cut | undefined;
  readonly #began: Time;
  readonly ends = new Map<JobSpec, JobEnd>();
  /** In the words of the decision table. */
  readonly reasons = new Map<string, readonly string[]>();
  /** A job needs a removed temporary file that only a job with edited outputs could make. */
  isStuck = false;
  /** A job that is held lacks something, too: which of both is found out first is chance. */
  isHeldByChance = false;
  /** A job ran before an input was brought back, which came out as another. */
  hasReadTooEarly = false;
  #hasNews = false;

  constructor(scene: RunScene, cut: Cut | undefined) {
    this.#scene = scene;
    this.#cut = cut;
    this.#began = scene.world.tick(scene.world.jobs.length + 1);
  }

  play(): void {
    const { jobs } = this.#scene;
    const adoptable = jobs.filter((job) => this.#isAdoptable(job));
    do {
      this.#hasNews = false;
      for (const job of jobs) {
        if (!this.ends.has(job)) this.#consider(job);
        else if (this.ends.get(job) === 'ran') this.#lookAgain(job);
      }
    } while (this.#hasNews);
    const inMotion = this.#mayHaveRun();
    const adopted = adoptable.filter((job) => {
      const makers = job.inputs.filter(hasContent).map(({ file }) => this.#makerOf(file));
      return [job, ...makers].every((each) => each === undefined || !inMotion.has(each));
    });
    for (const job of adopted) this.#remember(job);
    this.#removeTemps(new Set(adopted));
    if (this.#cut !== undefined) this.#leave(this.#cut);
  }

  #consider(job: JobSpec): void {
    const reasons = this.#reasonsOf(job);
    const isDue = reasons.length > 0;
    if (isDue && this.#isUnreached(job)) this.#bringTempsBack(job);
    else if (isDue && this.#isHeld(job)) {
      this.isHeldByChance ||= this.#isBlocked(job, isDue);
      this.#endAs(job, 'held', reasons);
    } else if (this.#isBlocked(job, isDue)) this.#endAs(job, 'blocked', reasons);
    else if (isDue) this.#execute(job, reasons);
  }

  /**
   * An input was brought back after all, and is another. Who foresees would have waited for it;
   * here the job simply runs once more.
   */
  #lookAgain(job: JobSpec): void {
    const { memory, world } = this.#scene;
    const inputs = memory.records.get(job.key)?.inputs ?? [];
    const isOther = job.inputs.filter(hasContent).some(({ file }) => {
      const [read] = inputs.filter((input) => input.file === file);
      return read !== undefined && read.content !== world.files.get(file)?.content;
    });
    if (!isOther) return;
    this.hasReadTooEarly = true;
    this.#make(job);
  }

  /** In the order of the decision table. */
  #reasonsOf(job: JobSpec): string[] {
    const scene = this.#scene;
    const reasons: string[] = [];
    if (scene.isForced(job)) reasons.push('forced');
    if (job.outputs.length === 0) reasons.push('no-output');
    if (scene.missing(job).length > 0) reasons.push('output-missing');
    if (scene.isOpen(job)) reasons.push('incomplete');
    const record = scene.memory.records.get(job.key);
    if (record !== undefined) reasons.push(...this.#differences(job, record));
    else if (scene.has('mtime')) reasons.push(...this.#reasonsByAge(job));
    return reasons;
  }

  #differences(job: JobSpec, then: JobRecord): string[] {
    const scene = this.#scene;
    const now = scene.recordOf(job);
    const isChanged = job.inputs.some(({ file, edge }) => {
      const [old] = then.inputs.filter((input) => input.file === file);
      const isCompared = old !== undefined && hasContent({ edge }) && !this.#isUnsettled(job, file);
      // Only a final or optional input is ever absent; one that was and is did not change.
      return isCompared && old.content !== scene.contentNow(file);
    });
    const reasons: string[] = [];
    if (scene.has('input') && listText(now) !== listText(then)) reasons.push('inputs-changed');
    if (scene.has('mtime') && isChanged) reasons.push('input-changed');
    if (scene.has('code') && now.code !== then.code) reasons.push('code-changed');
    if (scene.has('params') && now.params !== then.params) reasons.push('params-changed');
    return reasons;
  }

  /** As in make, with the times of the beginning; but what was made since may be as it was. */
  #reasonsByAge(job: JobSpec): string[] {
    const { filesBefore, seenBefore, removedTemps } = this.#scene;
    const times = job.outputs.flatMap(({ file }) => filesBefore.get(file)?.time ?? []);
    if (times.length === 0) return [];
    const reasons = job.inputs.filter(hasContent).flatMap(({ file }) => {
      if (this.#isUnsettled(job, file)) return [];
      const seen = seenBefore.get(file);
      const there = removedTemps.has(file) ? seen : filesBefore.get(file);
      const isKnown = there === undefined || seen !== undefined;
      const isSame = isKnown && there?.content === this.#scene.contentNow(file);
      const isChanged = this.#endOfMaker(file) === 'ran' && !isSame;
      const isNewer = (there?.time ?? 0) > Math.min(...times);
      return [...(isNewer ? ['input-newer'] : []), ...(isChanged ? ['input-changed'] : [])];
    });
    return [...new Set(reasons)];
  }

  #execute(job: JobSpec, reasons: readonly string[]): void {
    if (!this.#bringTempsBack(job)) this.#endAs(job, 'blocked', reasons);
    else if (this.#scene.isFailing(job)) this.#endAs(job, 'failed', reasons);
    else {
      const all = new Set([...this.#reasonsOf(job), ...reasons]);
      this.#make(job);
      this.#endAs(job, 'ran', [...all]);
    }
  }

  #make(job: JobSpec): void {
    const { world, memory } = this.#scene;
    const read = job.inputs.filter(hasContent).map(({ file }) => world.files.get(file)?.content);
    const time = this.#began + world.jobs.indexOf(job);
    for (const [place, { file }] of job.outputs.entries()) {
      const content = madeContent(job, place, read);
      if (content !== undefined) world.files.set(file, { content, time });
      else {
        world.files.delete(file);
        memory.seen.delete(file);
        this.#scene.leftOutNow.add(file);
      }
      memory.open.delete(file);
    }
    this.#remember(job);
    this.#hasNews = true;
  }

  /** Runs the makers of removed temporary files, as far back as they are missing. */
  #bringTempsBack(job: JobSpec): boolean {
    const { world, removedTemps } = this.#scene;
    const away = job.inputs.filter(({ file }) => removedTemps.has(file) && !world.files.has(file));
    for (const { file } of away) {
      const maker = this.#makerOf(file);
      if (maker === undefined || this.ends.has(maker)) continue;
      if (this.#isUnreached(maker)) this.#bringTempsBack(maker);
      else if (this.#isHeld(maker)) this.#endAs(maker, 'held', ['temp-needed']);
      else if (this.#isBlocked(maker, true)) this.#endAs(maker, 'blocked', ['temp-needed']);
      else this.#execute(maker, ['temp-needed']);
    }
    this.isStuck ||= away.some(({ file }) => this.#endOfMaker(file) === 'held');
    return away.every(({ file, edge }) => {
      const end = this.#endOfMaker(file);
      return end === 'ran' || (edge === 'final' && end !== 'held');
    });
  }

  /** It would overwrite what a person wrote. */
  #isHeld(job: JobSpec): boolean {
    return this.#scene.editedOutputs(job).length > 0 && !this.#scene.isForced(job);
  }

  /** It is to run, or may be, and something that it needs did not come about. */
  #isBlocked(job: JobSpec, isDue: boolean): boolean {
    if (!isDue && !this.#mayHaveRun().has(job)) return false;
    return job.inputs.some(({ file, edge }) => edge !== 'final' && this.#isBroken(file));
  }

  #isBroken(file: string): boolean {
    const end = this.#endOfMaker(file);
    return end === 'failed' || end === 'blocked';
  }

  /** A data input that did not come about: what is there now is not what counts. */
  #isUnsettled({ inputs }: JobSpec, file: string): boolean {
    const isData = inputs.some((input) => input.file === file && input.edge === 'data');
    return isData && this.#isBroken(file);
  }

  /** The run was killed before it came to this job, though perhaps not before others. */
  #isUnreached({ key }: JobSpec): boolean {
    return this.#cut?.unreached.has(key) === true;
  }

  /**
   * The jobs that ran, or were to, and those for which it was an open question: because an input
   * was made by such a job, or because such a job reads a removed temporary file of theirs.
   */
  #mayHaveRun(): ReadonlySet<JobSpec> {
    const { jobs } = this.#scene;
    const found = new Set<JobSpec>();
    for (let count = -1; count < found.size; ) {
      count = found.size;
      for (const job of jobs) {
        const end = this.ends.get(job);
        const isOpen = end === undefined && this.#isOpenQuestion(job, found);
        const isDue = end !== undefined && end !== 'held';
        if (isDue || isOpen || this.#isUnreached(job)) found.add(job);
      }
    }
    return found;
  }

  #isOpenQuestion(job: JobSpec, found: ReadonlySet<JobSpec>): boolean {
    const { removedTemps } = this.#scene;
    const isInputOpen = job.inputs.filter(hasContent).some(({ file }) => {
      const maker = this.#makerOf(file);
      return maker !== undefined && found.has(maker) && this.#scene.has('mtime');
    });
    const removed = job.outputs.filter(({ file }) => removedTemps.has(file));
    return isInputOpen || removed.some(({ file }) => [...found].some((it) => reads(it, file)));
  }

  /** Nothing is known of it, nothing speaks against it: a run takes it as it is. */
  #isAdoptable(job: JobSpec): boolean {
    const { world, memory } = this.#scene;
    const inputs = job.inputs.filter(
      ({ edge, file }) => edge === 'data' && !this.#isOptional(file),
    );
    const isWhole = [...inputs, ...job.outputs].every(({ file }) => world.files.has(file));
    const isKnown = memory.records.has(job.key) || this.#scene.isOpen(job);
    return job.outputs.length > 0 && isWhole && !isKnown && this.#reasonsByAge(job).length === 0;
  }

  #remember(job: JobSpec): void {
    const { world, memory } = this.#scene;
    // A record bears the names of outputs, so there is none without.
    if (job.outputs.length > 0) memory.records.set(job.key, this.#scene.recordOf(job));
    for (const { file } of [...job.inputs.filter(hasContent), ...job.outputs]) {
      const now = world.files.get(file);
      if (now !== undefined) memory.seen.set(file, now);
    }
  }

  /**
   * Temporary files go when all that read them are done, unless they were asked for or edited, or
   * only now became known: then their contents have still to be looked at.
   */
  #removeTemps(adopted: ReadonlySet<JobSpec>): void {
    const { jobs, request, memory, world, asked, editedBefore } = this.#scene;
    const isDone = (job: JobSpec): boolean =>
      (this.ends.get(job) ?? 'ran') === 'ran' && !this.#isUnreached(job) && !adopted.has(job);
    for (const job of jobs.filter((each) => memory.records.has(each.key) && !adopted.has(each))) {
      for (const { file, isTemp } of job.outputs) {
        const readers = request.needed.filter((other) => reads(other, file));
        const isUnneeded = isTemp && readers.length > 0 && readers.every(isDone);
        const isKept = asked.has(file) || editedBefore.has(file);
        const wasInTime = this.#cut === undefined || this.#cut.removed.has(file);
        if (isUnneeded && !isKept && wasInTime) world.files.delete(file);
      }
    }
  }

  /** What a killed attempt left behind. */
  #leave({ victim, leaves }: Cut): void {
    const { world, memory } = this.#scene;
    if (leaves === 'restored') return;
    for (const { file } of world.jobs.find(({ key }) => key === victim)?.outputs ?? []) {
      memory.open.add(file);
      if (leaves === 'moved-aside') world.files.delete(file);
      else world.files.set(file, { content: 'half.0', time: this.#began });
    }
  }

  #makerOf(file: string): JobSpec | undefined {
    return this.#scene.world.makerOf(file);
  }

  #isOptional(file: string): boolean {
    const outputs = this.#makerOf(file)?.outputs ?? [];
    return outputs.some((output) => output.file === file && output.isOptional);
  }

  #endOfMaker(file: string): JobEnd | undefined {
    const maker = this.#makerOf(file);
    return maker === undefined ? undefined : this.ends.get(maker);
  }

  #endAs(job: JobSpec, end: JobEnd, reasons: readonly string[]): void {
    this.#hasNews = true;
    this.ends.set(job, end);
    this.reasons.set(job.key, reasons);
  }
}

function listText({ inputs }: Pick<JobRecord, 'inputs'>): string {
  return inputs.map(({ file, name }) => `${name}=${file}`).join(' ');
}
