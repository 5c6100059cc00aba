import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { WaitAnswer, WaitQuestion } from '../ports/wait-view.ts';

/** In the folder of a run, as long as somebody asks: `ID.question`, and then `ID.answer`. */
const FOLDER = 'questions';
const LOOK_EVERY_MS = 200;
const ASK_AGAIN_MS = 20;

/**
 * Answers questions about a run that goes on, until the answer is called. As long as nobody asks,
 * it costs a look for a folder five times a second.
 */
export function answerQuestions(
  runFolder: string,
  answer: (question: WaitQuestion) => WaitAnswer,
): () => void {
  const folder = `${runFolder}/${FOLDER}`;
  const looking = setInterval(() => {
    for (const name of questionsIn(folder)) {
      const question = `${folder}/${name}`;
      try {
        const asked: WaitQuestion = JSON.parse(readFileSync(question, 'utf8'));
        replace(question.replace(/question$/u, 'answer'), answer(asked));
        rmSync(question);
      } catch {
        // Who asked has gone, or the disk refuses: nothing that a run should end for.
      }
    }
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(looking);
}

/**
 * Asks a run that goes on. Undefined: no answer came in this time. Throws what Node throws, where
 * nothing may be written.
 */
export async function askRun(
  runFolder: string,
  question: WaitQuestion,
  patienceMs: number,
): Promise<WaitAnswer | undefined> {
  const folder = `${runFolder}/${FOLDER}`;
  const name = `${folder}/${randomBytes(6).toString('hex')}`;
  mkdirSync(folder, { recursive: true });
  try {
    replace(`${name}.question`, question);
    for (const endMs = performance.now() + patienceMs; performance.now() < endMs; ) {
      const text = textOf(`${name}.answer`);
      if (text !== undefined) {
        const answer: WaitAnswer = JSON.parse(text);
        return answer;
      }
      await setTimeout(ASK_AGAIN_MS);
    }
    return undefined;
  } finally {
    for (const kind of ['question', 'answer']) rmSync(`${name}.${kind}`, { force: true });
    removeEmpty(folder);
  }
}

function questionsIn(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.question'));
  } catch {
    return []; // It was removed just now.
  }
}

/** Whole, since somebody waits for it. */
function replace(path: string, value: unknown): void {
  writeFileSync(`${path}.tmp`, JSON.stringify(value));
  renameSync(`${path}.tmp`, path);
}

function textOf(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  return readFileSync(path, 'utf8');
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else asks something.
  }
}
