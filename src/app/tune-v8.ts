/**
 * What V8 assumes of a program is that it runs for long; most of our commands are over within half
 * a second. Tried on Node 20 alone: V8 complains on standard error of flags that it does not know.
 */
const isKnownVersion = process.versions.v8.startsWith('11.');

/**
 * For a command that will soon be over, as far as is known: V8 optimizes only what is very hot,
 * since its compiler takes more time than it saves (a dry run of 10 000 jobs takes 60 %). And its
 * young generation keeps its first size: few objects of a plan die early, so one that grows with
 * every collection takes 48 MB, more than all else of 100 000 jobs, and saves no time.
 */
export function tuneForFewJobs(): void {
  setFlags('--interrupt-budget=1000000', '--semi-space-growth-factor=1');
}

/** From so many files or jobs on optimizing pays. */
const MANY = 30_000;

/** Once it is known how many files or jobs there are. */
export function tuneFor(count: number): void {
  if (count >= MANY) setFlags(`--interrupt-budget=${DEFAULT_BUDGET}`);
}

const DEFAULT_BUDGET = 67_584;

function setFlags(...flags: readonly string[]): void {
  if (!isKnownVersion) return;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
}
