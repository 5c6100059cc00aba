// Loaded into the program under test with `--import`: counts the calls by which it changes the
// world (files and processes), and kills it with SIGKILL right before the n-th, n being
// KILL_AT_CALL. Without n it writes how many there were to COUNT_CALLS_IN.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env['KILL_AT_CALL'] ?? Number.POSITIVE_INFINITY);
const countFile = process.env['COUNT_CALLS_IN'];
const writeFile = fs.writeFileSync;
let count = 0;

function countCall() {
  count += 1;
  if (count === killAt) process.kill(process.pid, 'SIGKILL');
}

function countCallsOf(object, names) {
  for (const name of names) {
    const original = object[name];
    object[name] = function counted(...args) {
      countCall();
      return original.apply(this, args);
    };
  }
}

countCallsOf(fs, [
  'writeSync',
  'writeFileSync',
  'appendFileSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmSync',
  'rmdirSync',
  'mkdirSync',
  'ftruncateSync',
  'truncateSync',
  'fsyncSync',
  'fdatasyncSync',
  'utimesSync',
  'chmodSync',
]);
countCallsOf(childProcess, ['spawn']);
// Commands for the resident shells go through pipes.
// oxlint-disable-next-line typescript/unbound-method -- it is applied to its own socket below
const { write } = (await import('node:net')).Socket.prototype;
(await import('node:net')).Socket.prototype.write = function counted(...args) {
  if (this !== process.stdout && this !== process.stderr) countCall();
  return write.apply(this, args);
};
syncBuiltinESMExports();

process.on('exit', () => {
  if (countFile !== undefined) writeFile(countFile, String(count));
});
