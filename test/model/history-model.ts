import { freshTargets } from './fresh-targets.ts';
import type { RunStep } from './history.ts';
import type { Cut, Memory } from './memory.ts';
import { type JobEnd, ModelRun } from './model-run.ts';
import { requestedBy } from './requested.ts';
import { lookAgain, RunScene } from './run-scene.ts';
import type { World } from './world.ts';

export interface RunOutcome {
  /** Keys of jobs that ran and succeeded; that failed; that were held. */
  readonly ran: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
  readonly held: ReadonlySet<string>;
  /** Why, in the words of the decision table, by key. */
  readonly reasons: ReadonlyMap<string, readonly string[]>;
  /** An edited output lies beside a missing one that is needed: nothing is done at all. */
  readonly isRefused: boolean;
  /** So does a removed temporary file that is needed: refused if that can be foreseen. */
  readonly isStuck: boolean;
  /**
   * Some job failed while temporary files were away: who was reached before one was to be brought
   * back is chance. Or a job is held that lacks something, too. Or, where files were taken as they
   * are, one was brought back as another, and whether its readers had run by then is chance. Or one
   * cannot be brought back, and so is who reads other outputs of those who were to do it.
   */
  readonly isChance: boolean;
}

/**
 * What flow means, slowly and simply: it keeps the world and what is remembered of it, and says of
 * every run which jobs run, and what every file contains in the end. No planning: see `ModelRun`.
 */
export class HistoryModel {
  readonly world: World;
  #memory: Memory = { records: new Map(), seen: new Map(), open: new Set() };
  #isTrusted = true;

  constructor(world: World) {
    this.world = world;
  }

  /** Nothing was ever taken as it was: then what is there is what the rules make. */
  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  forget(): void {
    this.#isTrusted = false;
    this.#memory = { records: new Map(), seen: new Map(), open: new Set() };
  }

  /** `cut`: undefined for a run that came to its end. */
  run(step: RunStep, cut?: Cut): RunOutcome {
    const scene = new RunScene(this.world, this.#memory, step);
    const isRefused = scene.jobs.some(
      (job) =>
        scene.editedOutputs(job).length > 0 &&
        scene.missing(job).length > 0 &&
        !scene.isForced(job),
    );
    const run = new ModelRun(scene, cut);
    if (!isRefused) run.play();
    const ended = (how: JobEnd): ReadonlySet<string> =>
      new Set([...run.ends].filter(([, end]) => end === how).map(([{ key }]) => key));
    return {
      ran: ended('ran'),
      failed: ended('failed'),
      held: ended('held'),
      reasons: run.reasons,
      isRefused,
      isStuck: run.isStuck,
      isChance:
        run.isHeldByChance ||
        run.isStuck ||
        (run.hasReadTooEarly && !this.#isTrusted) ||
        (ended('failed').size > 0 && scene.removedTemps.size > 0),
    };
  }

  /** A run that was planned and not carried out: it only looked at the files. */
  refuse(step: RunStep): void {
    lookAgain(this.world, this.#memory, requestedBy(step, this.world));
  }

  /** What a build from nothing makes of the targets, with edited outputs as they were edited. */
  freshTargets(step: RunStep, held: ReadonlySet<string>): ReadonlyMap<string, string | undefined> {
    return freshTargets(this.world, this.#memory, { step, held });
  }

  /** A second one in the same state, to be thrown away. */
  copy(): HistoryModel {
    const copy = new HistoryModel(this.world.copy());
    copy.#isTrusted = this.#isTrusted;
    copy.#memory = {
      records: new Map(this.#memory.records),
      seen: new Map(this.#memory.seen),
      open: new Set(this.#memory.open),
    };
    return copy;
  }
}
