import { HistoryModel, type RunOutcome } from './history-model.ts';
import type { History, RunStep } from './history.ts';
import type { Cut } from './memory.ts';
import { changeText, rulesText, runText } from './history-text.ts';
import { type FileChange, World } from './world.ts';

/** Whoever is put to the test: the planner, the engine, the whole program. */
export interface Player {
  /** Somebody wrote or removed a file by hand. */
  change(change: FileChange): void | Promise<void>;
  forget(): void | Promise<void>;
  /** `world` says what the rules are now; its files are the model's, and none of the player's. */
  run(step: RunStep, world: World): PlayedRun | Promise<PlayedRun>;
  /** Contents by path. */
  files(): ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;
}

export type PlayedRun =
  /** Nothing was done: an edited output lies beside a missing one that is needed. */
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'ended';
      /** Keys of jobs: that succeeded, failed, were held. */
      readonly ran: ReadonlySet<string>;
      readonly failed: ReadonlySet<string>;
      readonly held: ReadonlySet<string>;
      /** Of a killed run. */
      readonly cut: Cut | undefined;
      /** Kinds of own reasons, by key, for players that know why a job ran. */
      readonly reasons?: ReadonlyMap<string, readonly string[]>;
    };

/**
 * Plays a history to its end and compares every run with the model: who ran, who failed, who was
 * held, what every file contains. Throws an error that tells the whole history so far.
 */
export async function playHistory({ workflow, steps }: History, player: Player): Promise<void> {
  const story: string[] = [];
  const model = new HistoryModel(new World(workflow));
  story.push(rulesText(model.world));
  try {
    for (const [path, file] of model.world.files) {
      await player.change({ kind: 'write', path, file });
    }
    for (const step of steps) {
      if (step.kind === 'run') {
        story.push(runText(step, model.world));
        if (!(await playRun(step, { model, player, story }))) return;
        continue;
      }
      if (step.kind === 'forget') {
        model.forget();
        await player.forget();
        story.push(step.kind);
        continue;
      }
      const changes = model.world.apply(step);
      for (const change of changes) await player.change(change);
      story.push(changeText(step, model.world, changes));
    }
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`${what}\n\nThe history:\n${story.join('\n')}`, { cause: error });
  }
}

interface Game {
  readonly model: HistoryModel;
  readonly player: Player;
  readonly story: string[];
}

/** False: what comes next depends on chance, and the history ends here. */
async function playRun(step: RunStep, { model, player, story }: Game): Promise<boolean> {
  const played = await player.run(step, model.world);
  if (played.kind === 'refused') {
    story.push('   refused');
    // Whether jobs would fail is not foreseen.
    const { isRefused, isStuck } = model.copy().run({ ...step, failing: [] });
    check(isRefused || isStuck, 'the run was refused, and nothing stands in its way');
    model.refuse(step);
    checkFiles(await player.files(), model);
    return true;
  }
  story.push(`   ${endText(played)}`);
  const outcome = model.run(step, played.cut);
  if (outcome.isChance) return false;
  story.push(`   by the model: ${endText(outcome)}; ${reasonsText(outcome)}`);
  check(!outcome.isRefused, 'the run had to be refused');
  for (const end of ['ran', 'failed', 'held'] as const) {
    checkSets(end, played[end], outcome[end]);
  }
  for (const [job, kinds] of played.reasons ?? []) checkReasons(job, kinds, outcome);
  checkFiles(await player.files(), model);
  if (played.cut === undefined && outcome.failed.size === 0) {
    checkIsDone(step, model, outcome);
  }
  return true;
}

/**
 * A run that went well, with all triggers, leaves what a fresh build would make, and nothing to do:
 * as long as no records were lost, since what is then taken as it is may be anything.
 */
function checkIsDone(step: RunStep, model: HistoryModel, { held }: RunOutcome): void {
  if (!model.isTrusted || step.without.length > 0) return;
  for (const [file, content] of model.freshTargets(step, held)) {
    const now = model.world.files.get(file)?.content;
    check(now === content, `the model leaves ${now} in ${file}, a fresh build makes ${content}`);
  }
  const again = model.copy().run({ ...step, force: 'no' });
  for (const job of again.ran) {
    const reasons = again.reasons.get(job) ?? [];
    const isLasting = reasons.every((reason) => LASTING.has(reason));
    check(isLasting, `${job} would run again in the model: ${reasons.join(' ')}`);
  }
}

/** Jobs without outputs always run, and what they read is made again for them. */
const LASTING: ReadonlySet<string> = new Set(['no-output', 'temp-needed']);

function checkFiles(files: ReadonlyMap<string, string>, { world }: HistoryModel): void {
  for (const file of new Set([...files.keys(), ...world.files.keys()])) {
    const content = files.get(file) ?? 'nothing';
    const right = world.files.get(file)?.content ?? 'nothing';
    check(content === right, `there is ${content} in ${file}, by the model ${right}`);
  }
}

function checkSets(what: string, played: ReadonlySet<string>, right: ReadonlySet<string>): void {
  const [one, other] = [played, right].map((set) => [...set].toSorted().join(' '));
  check(one === other, `${what}: ${one}; by the model: ${other}`);
}

/**
 * The model knows more of inputs than a plan, which is made before any is made again; and it does
 * not tell that a job was needed for a removed temporary file, too, if it runs anyway.
 */
function checkReasons(job: string, played: readonly string[], { reasons }: RunOutcome): void {
  const right = reasons.get(job) ?? [];
  const wrong = played.filter((kind) => kind !== 'temp-needed' && !right.includes(kind));
  const lacking = right.filter((kind) => !SEEN_LATER.has(kind) && !played.includes(kind));
  const text = `${job} ran because of ${played.join(' ')}; by the model: ${right.join(' ')}`;
  check(wrong.length === 0 && lacking.length === 0, text);
}

const SEEN_LATER: ReadonlySet<string> = new Set(['input-changed', 'input-newer', 'temp-needed']);

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

function endText({ ran, failed, held }: Pick<RunOutcome, 'ran' | 'failed' | 'held'>): string {
  const parts = Object.entries({ ran, failed, held })
    .filter(([, jobs]) => jobs.size > 0)
    .map(([name, jobs]) => `${name} ${[...jobs].join(' ')}`);
  return parts.length === 0 ? 'nothing ran' : parts.join(', ');
}

function reasonsText({ reasons }: RunOutcome): string {
  return [...reasons].map(([job, words]) => `${job}: ${words.join(' ')}`).join(', ');
}
