import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { answerQuestions, askRun } from '../../../src/adapters/run-questions.ts';
import type { WaitAnswer } from '../../../src/ports/wait-view.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

const NEAR: WaitAnswer = { kind: 'unknown-job', near: [] };

test('each who asks gets the answer to its question, and nothing is left of it', async () => {
  const folder = tempFolder();
  onTestFinished(answerQuestions(folder, ({ job = '' }) => ({ ...NEAR, near: [job] })));
  const answers = await Promise.all(['a', 'b', 'c'].map((job) => askRun(folder, { job }, 20_000)));
  expect(answers).toEqual(['a', 'b', 'c'].map((job) => ({ ...NEAR, near: [job] })));
  expect(existsSync(`${folder}/questions`)).toBe(false);
});

test('where nobody answers, that is known after a while, and nothing is left', async () => {
  const folder = tempFolder();
  expect(await askRun(folder, {}, 30)).toBeUndefined();
  expect(existsSync(`${folder}/questions`)).toBe(false);
});

test('a question that makes no sense harms nobody', async () => {
  const folder = tempFolder();
  mkdirSync(`${folder}/questions`);
  writeFileSync(`${folder}/questions/x.question`, 'no JSON');
  onTestFinished(answerQuestions(folder, () => NEAR));
  expect(await askRun(folder, {}, 20_000)).toEqual(NEAR);
});

test('after the end nobody answers', async () => {
  const folder = tempFolder();
  const asked: unknown[] = [];
  const stop = answerQuestions(folder, (question) => {
    asked.push(question);
    return NEAR;
  });
  await askRun(folder, {}, 20_000);
  stop();
  expect(await askRun(folder, {}, 500)).toBeUndefined();
  await waitUntil(() => asked.length === 1, 'one question was heard');
});
