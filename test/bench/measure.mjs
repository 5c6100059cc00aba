// Times commands as whole processes, one after the other in turns, so that a machine that becomes
// slower becomes so for all of them.
import { spawnSync } from 'node:child_process';

/**
 * Runs each of `commands` (name → { command, cwd }) `rounds` times in turns after one run each
 * that does not count. `before(name)` may answer another cwd for each run (fresh folders).
 * Returns name → { medianS, minS, maxS }.
 */
export function measure(commands, { rounds, warmUps = 1, before = () => undefined }) {
  const names = Object.keys(commands);
  const samples = new Map(names.map((name) => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const name of names) {
      const { command, cwd } = commands[name];
      const seconds = timed(command, before(name) ?? cwd);
      if (round >= 0) samples.get(name).push(seconds);
    }
  }
  return new Map([...samples].map(([name, list]) => [name, summary(list)]));
}

/** Peak resident memory of a command in MiB, or undefined where it cannot be had (Linux only). */
export function peakMib(command, cwd) {
  const script = `import resource, subprocess, sys
subprocess.run(sys.argv[1], shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)`;
  const { stdout, status } = spawnSync('python3', ['-c', script, `exec ${command}`], {
    cwd,
    encoding: 'utf8',
  });
  return status === 0 ? Number(stdout) / 1024 : undefined;
}

function timed(command, cwd) {
  const start = performance.now();
  const { status, stderr } = spawnSync('/bin/sh', ['-c', `exec ${command}`], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1 << 28,
  });
  const seconds = (performance.now() - start) / 1e3;
  if (status !== 0)
    throw new Error(`\`${command}\` in ${cwd} exited with ${status}: ${String(stderr)}`);
  return seconds;
}

function summary(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return { medianS: sorted[sorted.length >> 1], minS: sorted[0], maxS: sorted.at(-1) };
}
