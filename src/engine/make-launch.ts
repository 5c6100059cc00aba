import type { FileId } from '../core/graph/path-table.ts';
import { quoteWord } from '../core/template/shell-quote.ts';
import type { Disk } from '../ports/disk.ts';
import type { FrozenAttempt } from '../ports/frozen-attempt.ts';
import type { JobSpec, Move } from '../ports/job-spec.ts';
import type { RunEvent } from '../ports/run-event.ts';
import { outputPaths } from './job-files.ts';
import type { AttemptFacts } from './job-maker.ts';
import type { KnownFiles } from './known-files.ts';
import { moveAside } from './move-aside.ts';
import type { Launch } from './outbox.ts';
import { startedEntry } from './record-entries.ts';
import type { LaunchEffect } from './run-effect.ts';
import type { RunRequest } from './run-request.ts';

/** Makes of the machine's word that an attempt begins what executor, journal and readers get. */
export class LaunchMaker {
  readonly #request: RunRequest;
  readonly #known: KnownFiles;
  readonly #edited: ReadonlySet<FileId>;

  constructor(request: RunRequest, known: KnownFiles) {
    this.#request = request;
    this.#known = known;
    this.#edited = new Set(request.plan.edited);
  }

  launch(effect: LaunchEffect): Launch {
    const { job, gpus, pool, ...attempt } = effect;
    const { maker, plan, runId, tools } = this.#request;
    const place = this.#placeOf(gpus, pool);
    const outputs = outputPaths(plan.graph, job);
    const made = maker.spec(job, {
      ...attempt,
      ...place,
      runId,
      moveAside: this.#moveAside(outputs, attempt.token),
      known: (file) => this.#known.known(file),
    });
    const isKept = tools.executor.adopt !== undefined;
    const spec = isKept ? { ...made, texts: maker.texts(job, undefined) } : made;
    const event = this.#startEvent(effect, spec, { ...place, outputs });
    return { spec, entry: startedEntry(spec, outputs), event };
  }

  /** An earlier attempt goes on as this one. */
  adoptionEvent(effect: LaunchEffect, { spec }: FrozenAttempt): RunEvent {
    const outputs = spec.verify.outputs.map(({ path }) => path);
    const { gpus, pool } = spec;
    const place = { gpus, ...(pool !== undefined && { pool }), outputs };
    return { ...this.#startEvent(effect, spec, place), isAdopted: true };
  }

  #startEvent(
    { job, attempt, reasons, request }: LaunchEffect,
    spec: JobSpec,
    place: Place & { readonly outputs: readonly string[] },
  ): RunEvent & { readonly kind: 'job-started' } {
    return {
      kind: 'job-started',
      job: this.#request.maker.reference(job),
      attempt,
      reasons,
      command: commandText(spec),
      ...(spec.message === undefined ? {} : { message: spec.message }),
      threads: request.threads,
      logFile: spec.logFile,
      ...place,
    };
  }

  /** As those who run the job and look at it know the place. */
  #placeOf(gpus: readonly string[], index: number): Place {
    const pool = this.#request.limits.placed?.pools[index];
    if (pool === undefined) return { gpus };
    const cards = pool.hasSlots === true ? [] : gpus;
    return pool.name === '' ? { gpus: cards } : { gpus: cards, pool: pool.name };
  }

  #moveAside(outputs: readonly string[], token: string): readonly Move[] {
    const { trashFolder, plan, tools } = this.#request;
    return moveAside({
      token,
      outputs,
      exists: (path) => isThere(path, tools.disk),
      isEdited: (path) => this.#edited.has(plan.graph.paths.find(path)),
      trashFolder,
    });
  }
}

type Place = Pick<AttemptFacts, 'gpus' | 'pool'>;

function commandText({ command }: JobSpec): string {
  if (command.shownAs !== undefined) return command.shownAs;
  if (command.kind === 'shell') return command.text;
  return command.argv.map((word) => quoteWord(word)).join(' ');
}

/** What cannot be looked at may be there: then it is for the executor to say why not. */
function isThere(path: string, disk: Pick<Disk, 'lstat'>): boolean {
  try {
    return disk.lstat(path) !== undefined;
  } catch {
    return true;
  }
}
