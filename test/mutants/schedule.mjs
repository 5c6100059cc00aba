// Known bugs for simulated runs, pools and policies.
const simulate = 'src/engine/simulate-run.ts';
const measure = 'src/core/schedule/measure-schedule.ts';
const durations = 'src/core/schedule/job-durations.ts';
const lanes = 'src/core/schedule/lanes.ts';
const pools = 'src/core/schedule/pools.ts';
const placement = 'src/core/schedule/placement.ts';
const keys = 'src/core/schedule/affinity-keys.ts';
const problems = 'src/core/schedule/pool-problems.ts';
const eta = 'src/ui/view/run-eta.ts';
const variants = 'src/core/rule/choose-variants.ts';
const queues = 'src/engine/ready-queues.ts';

const mutants = [
  // Time.
  ['ends come in the order of starts', simulate, 'later === 0 ? a < b : later < 0', 'a < b'],
  [
    'ends at an instant come in any order',
    simulate,
    'later === 0 ? a < b : later < 0',
    'later < 0',
  ],
  ['jobs last from the beginning', simulate, 'this.#nowMs + (this', '0 + (this'],
  [
    'conditional jobs are pruned',
    simulate,
    'ofRemade: (_, file) => ({',
    'ofRemade: (_, file) => file >= 0 ? undefined : ({',
  ],
  // What is known of durations.
  ['records win over what is given', durations, 'given[rule] ??', 'undefined ??'],
  [
    'what a rule says wins over its records',
    durations,
    'means[rule] ?? expected?.(job)',
    'expected?.(job) ?? means[rule]',
  ],
  ['a guess passes for knowledge', durations, 'isKnown[job] = 0', 'isKnown[job] = 1'],
  // Measures.
  ['pools are bound one by one', measure, 'capacity: sum.capacity + capacity', 'capacity'],
  [
    'cards are no resource',
    measure,
    'return [gpus.cards * gpus.units, ...amounts];',
    'return [0, ...amounts];',
  ],
  ['what has no end binds', measure, 'Number.isFinite(capacity) && work > 0 && count', 'count'],
  ['lanes overlap', lanes, 'endOf(lane) <= job.startMs', 'true'],
  // Pools.
  ['every job goes to the first pool', pools, 'if (!pool.fits(demand)) return false;', ''],
  ['keys bind nobody', pools, 'this.#boundTo.set(demand.key, pool);', ''],
  ['keys bind who cannot run there', pools, '|| !pools.includes(bound)', ''],
  ['room is made in every pool at once', pools, 'index !== gathering || ', ''],
  [
    'leases go back to the first pool',
    pools,
    'this.#pool(lease.pool).giveBack',
    'this.#pool(0).giveBack',
  ],
  ['one full pool is all', pools, '.every((pool) => pool.isFull)', '.some((pool) => pool.isFull)'],
  ['unnamed resources are absent', pools, '?? Number.POSITIVE_INFINITY', '?? 0'],
  // How long a run still takes.
  ['running jobs have done nothing', eta, 'addShares(work, left.shares[job], -spent);', ''],
  ['late jobs owe time', eta, 'Math.min(nowMs - startedAtMs, duration)', 'nowMs - startedAtMs'],
  ['what is over is left', eta, 'this.#isOver[job] = 1;', ''],
  ['guesses count', eta, 'if (left.unknownCount > 0) return undefined;', ''],
  [
    'chains do not count',
    eta,
    'let remainingMs = this.#longestToStart(left);',
    'let remainingMs = 0;',
  ],
  [
    'an attempt counts for the next',
    eta,
    'this.#began(event.job.id, undefined)',
    'this.#began(event.job.id, 0)',
  ],
  // Variants.
  ['the last variant that fits wins', variants, 'variants.find(', 'variants.findLast('],
  [
    'a variant hides what it does not name',
    variants,
    '{ ...own.resources, ...resources }',
    'resources',
  ],
  [
    'without a fit there is no variant',
    variants,
    'fitting ?? variants[0] ?? own',
    'fitting ?? own',
  ],
  // Policies.
  [
    'round robin goes on where filling ended',
    placement,
    '?? key % slots.length',
    '?? (key + 1) % slots.length',
  ],
  ['slots are not filled first', placement, 'filling[key] ?? ', ''],
  ['jobs without a key go anywhere', placement, 'key === NO_KEY ? 0 :', 'key === NO_KEY ? 1 :'],
  [
    'jobs without GPUs go to pools with GPUs',
    placement,
    'gpus > 0 ? withGpus : withoutGpus',
    'withGpus',
  ],
  [
    'jobs go where they can never run',
    placement,
    'pool !== undefined && requestProblems(request, pool.capacity).length === 0',
    'pool !== undefined',
  ],
  [
    'keys are per rule',
    keys,
    'JSON.stringify(at.map',
    'String(graph.ruleIndex[job]) + JSON.stringify(at.map',
  ],
  [
    'a job too large for one pool is refused',
    problems,
    'if (problems.length === 0) return NONE;',
    '',
  ],
  ['shapes of several pools share a queue', queues, "[pools.join(','), affinity].join(' ')", "''"],
];

export default mutants.map(([name, file, before, after]) => ({
  name,
  file,
  before,
  after,
  projects: ['unit', 'property'],
}));
