/** A job as the model sees it: what it needs by index, and what it takes. */
export interface ModelJob {
  readonly needs: readonly number[];
  readonly duration: number;
  readonly priority: number;
  readonly threads: number;
  readonly gpus: number;
  readonly licences: number;
  /** Indices of the pools it may run in, in the order in which they are tried. */
  readonly pools: readonly number[];
}

export interface ModelPool {
  readonly cores: number;
  readonly cards: number;
  readonly licences: number;
}

export interface ModelRun {
  readonly job: number;
  readonly start: number;
  readonly end: number;
  readonly pool: number;
  readonly cards: readonly number[];
}

/**
 * List scheduling written down as simply as possible, to hold the simulator against: whenever
 * something ended, look at all jobs in order and start each that fits, in its first pool that has
 * room. Everything is counted anew each time.
 */
export function listSchedule(
  jobs: readonly ModelJob[],
  pools: readonly ModelPool[],
): readonly ModelRun[] {
  const order = jobs.map((_, job) => job).toSorted((a, b) => rank(jobs, a, b));
  const runs: ModelRun[] = [];
  const ended: ModelRun[] = [];
  for (let now = 0; ; ) {
    for (let run = next(); run !== undefined; run = next()) runs.push(run);
    const running = runs.filter((run) => !ended.includes(run));
    const earliest = Math.min(...running.map(({ end }) => end));
    const first = running.find(({ end }) => end === earliest);
    if (first === undefined) return runs;
    ended.push(first);
    now = earliest;

    function next(): ModelRun | undefined {
      for (const job of order) {
        const it = jobs[job];
        if (it === undefined || runs.some((run) => run.job === job)) continue;
        if (!it.needs.every((need) => ended.some((run) => run.job === need))) continue;
        const there = runs.filter((run) => !ended.includes(run));
        for (const pool of it.pools) {
          const cards = room(it, { jobs, runs: there.filter((run) => run.pool === pool) }, pool);
          if (cards !== undefined) return { job, start: now, end: now + it.duration, pool, cards };
        }
      }
      return undefined;
    }
  }

  function room(
    job: ModelJob,
    now: { readonly jobs: readonly ModelJob[]; readonly runs: readonly ModelRun[] },
    pool: number,
  ): readonly number[] | undefined {
    const { cores, cards, licences } = pools[pool] ?? { cores: 0, cards: 0, licences: 0 };
    const sum = (of: (it: ModelJob) => number): number =>
      now.runs.reduce((total, run) => total + of(now.jobs[run.job] ?? job), 0);
    if (sum(({ threads }) => threads) + job.threads > cores) return undefined;
    if (sum((it) => it.licences) + job.licences > licences) return undefined;
    const free = Array.from({ length: cards }, (_, card) => {
      const on = now.runs.filter((run) => run.cards.includes(card));
      // In tenths, so that shares add up.
      return on.reduce((left, run) => left - Math.min(10, 10 * (jobs[run.job]?.gpus ?? 0)), 10);
    });
    return cardsFor(job.gpus, free);
  }
}

/** Whole cards: the first that are free. A share: the fullest card that has room for it. */
function cardsFor(gpus: number, free: readonly number[]): readonly number[] | undefined {
  if (gpus === 0) return [];
  if (gpus >= 1) {
    const whole = [...free.keys()].filter((card) => free[card] === 10);
    return whole.length < gpus ? undefined : whole.slice(0, gpus);
  }
  const roomy = [...free.keys()].filter((card) => (free[card] ?? 0) >= 10 * gpus);
  const [best] = roomy.toSorted((a, b) => (free[a] ?? 0) - (free[b] ?? 0) || a - b);
  return best === undefined ? undefined : [best];
}

/** By priority, then by the longest way to the end, then by age. */
function rank(jobs: readonly ModelJob[], a: number, b: number): number {
  const byPriority = (jobs[b]?.priority ?? 0) - (jobs[a]?.priority ?? 0);
  return byPriority || pathOf(jobs, b) - pathOf(jobs, a) || a - b;
}

/** From the start of a job to the end of all that waits for it, if nothing else held them up. */
export function pathOf(jobs: readonly ModelJob[], job: number): number {
  const users = jobs.flatMap(({ needs }, user) => (needs.includes(job) ? [user] : []));
  return (jobs[job]?.duration ?? 0) + Math.max(0, ...users.map((user) => pathOf(jobs, user)));
}
