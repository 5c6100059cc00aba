// Runs tests in a process that stays for many questions, and is ended and replaced when it hangs.
import { fork } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, 'standing-tests.mjs');

export class TestRunner {
  #root;
  #child;

  constructor(root) {
    this.#root = root;
  }

  /**
   * The test files that fail: all of them with `bail` 0, else a few, since the rest is not run then;
   * undefined if they hang. `changed` is the source file that differs from the last question.
   */
  async failures({ changed, tests, bail = 1, limitMs }) {
    this.#child ??= await started(this.#root);
    this.#child.send({ changed, tests, bail });
    const answer = await answerOf(this.#child, limitMs);
    if (answer === undefined) this.stop();
    return answer?.failed;
  }

  stop() {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

/** A group of its own, since a hung test hangs in a child of it. */
async function started(root) {
  const env = { ...process.env, SHRINK: 'no' };
  const child = fork(PROGRAM, { cwd: root, env, detached: true, stdio: 'ignore' });
  const ready = await answerOf(child, 120_000);
  if (ready === undefined) throw new Error('vitest does not start');
  return child;
}

function answerOf(child, limitMs) {
  return new Promise((resolve, reject) => {
    const done = (settle, value) => {
      clearTimeout(timer);
      child.removeAllListeners('message');
      child.removeAllListeners('exit');
      settle(value);
    };
    const timer = setTimeout(() => done(resolve, undefined), limitMs);
    child.once('message', (message) => done(resolve, message));
    child.once('exit', (code) => done(reject, new Error(`vitest ended with ${code}`)));
  });
}
