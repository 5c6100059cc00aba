import { configAt } from '../config/config-at.ts';
import { joinedText, readPath, readsText } from './params-text.ts';

/** Params texts of jobs with scripts: those of the rule, then what the script read of the config. */
export class ScriptReads {
  /** The config as scripts see it, which is JSON. */
  readonly #config: unknown;
  /** By the part of a recorded text that says what was read: jobs of a rule often read the same. */
  readonly #byRecorded = new Map<string, string>();

  constructor(config: unknown) {
    this.#config = JSON.parse(JSON.stringify(config ?? null));
  }

  /** `own` with what stands at these paths. */
  withPaths(own: string, paths: readonly string[]): string {
    return joinedText(own, this.#textOf(paths));
  }

  /** The text of a job whose script reads what it read when `recorded` was made. */
  likeLastTime(own: string, recorded: string): string {
    const part = readsPart(own, recorded);
    if (part === '{}') return own;
    let reads = this.#byRecorded.get(part);
    if (reads === undefined) {
      reads = this.#textOf(pathsIn(part));
      this.#byRecorded.set(part, reads);
    }
    return joinedText(own, reads);
  }

  #textOf(paths: readonly string[]): string {
    const reads = outermost(paths).map((path) => ({
      path,
      value: path === '' ? this.#config : configAt(this.#config, path),
    }));
    return readsText(reads);
  }
}

/** What follows the rule's own params in a recorded text; all of it, if those are others today. */
function readsPart(own: string, recorded: string): string {
  const head = own.slice(0, -1);
  if (own === '{}' || !recorded.startsWith(head)) return recorded;
  const rest = recorded.slice(head.length);
  if (rest === '}') return '{}';
  return rest.startsWith(',') ? `{${rest.slice(1)}` : recorded;
}

function pathsIn(recorded: string): string[] {
  const members: object = JSON.parse(recorded);
  return Object.keys(members).flatMap((name) => readPath(name) ?? []);
}

/** Sorted, each once, without those that lie within others. */
function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  if (all.has('')) return [''];
  const isWithin = (path: string): boolean => {
    for (let end = path.indexOf('.'); end >= 0; end = path.indexOf('.', end + 1)) {
      if (all.has(path.slice(0, end))) return true;
    }
    return false;
  };
  return [...all].filter((path) => !isWithin(path)).toSorted();
}
