// Takes the lock of a folder, is inside it alone until it may go, releases the lock, and says how
// it went. Arguments: the folder, the name of the run, and how it ends.
//   go      waits for the file `go`, and releases
//   soon    releases after a moment
//   dies    dies after a moment, lock in hand
import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { processEntry } from '../../../../src/adapters/process-list.ts';
import { acquireLock } from '../../../../src/adapters/run-lock.ts';

const [flowFolder, runId, end] = process.argv.slice(2);
const mark = `${flowFolder}/inside`;
try {
  const lock = await acquireLock({ flowFolder, runId, nowMs: Date.now(), graceMs: 1_000 });
  enter();
  process.stdout.write(`taken from ${lock.takenFrom ?? 'nobody'}\n`);
  if (end === 'go') while (!existsSync(`${flowFolder}/go`)) await setTimeout(10);
  else await setTimeout(5);
  if (end === 'dies') process.kill(process.pid, 'SIGKILL');
  unlinkSync(mark);
  lock.release();
} catch (error) {
  process.stdout.write(`${error.diagnostics?.[0]?.code ?? error.stack}\n`);
}

/** Fails if somebody who lives is inside. */
function enter() {
  if (existsSync(mark)) {
    const other = Number(readFileSync(mark, 'utf8'));
    if (processEntry(other)?.isDead === false) throw new Error(`${other} is inside as well`);
    unlinkSync(mark);
  }
  writeFileSync(mark, `${process.pid}`, { flag: 'wx' });
}
