import { nearest } from '../core/did-you-mean.ts';
import { type JobId, NO_JOB } from '../core/graph/job-graph.ts';
import { NO_FILE } from '../core/graph/path-table.ts';
import { normalisePath } from '../core/pattern/normalise-path.ts';
import type { Pools } from '../core/schedule/pools.ts';
import type { JobReference } from '../ports/run-event.ts';
import type {
  JobWait,
  ResourceShortage,
  WaitAnswer,
  WaitCause,
  WaitQuestion,
  WaitView,
} from '../ports/wait-view.ts';
import type { AttemptEndings } from './attempt-endings.ts';
import type { Attempts } from './attempts.ts';
import type { JobColumns } from './job-columns.ts';
import type { JobMaker } from './job-maker.ts';
import { isOpen, mayRun, STATE, stateName } from './job-state.ts';
import type { ReadyOrder, ReadyQueues } from './ready-queues.ts';

/** The parts of the machine that know. Nothing is changed in them. */
export interface WaitParts {
  readonly columns: JobColumns;
  readonly pools: Pick<Pools, 'shortages' | 'holding' | 'nameOf'>;
  readonly queues: Pick<ReadyQueues, 'roomKeptFrom'>;
  readonly order: ReadyOrder;
  readonly attempts: Pick<Attempts, 'running' | 'demandOf' | 'failureOf'>;
  readonly endings: Pick<AttemptEndings, 'delayMsOf'>;
  readonly maker: Pick<JobMaker, 'reference'>;
  readonly isStopped: boolean;
  readonly whyQueued: WhyQueued;
}

/** What the executor says of an attempt that it has taken and not begun. */
export type WhyQueued = (token: string) => string | undefined;

/** More are counted. */
const WAITS_SHOWN = 20;
const OTHERS_SHOWN = 5;

/**
 * Why jobs wait, found when somebody asks: it may look at all jobs, so it is no part of a step.
 */
export function waitAnswer({ job: word }: WaitQuestion, parts: WaitParts): WaitAnswer {
  const { columns, maker, isStopped } = parts;
  const asked = word === undefined ? undefined : jobNamed(word, parts);
  if (word !== undefined && asked === undefined) {
    return { kind: 'unknown-job', near: nearest(word, labels(parts)) };
  }
  const jobs = asked === undefined ? firstWaiting(parts) : chainFrom(asked, parts);
  const listed = new Set(jobs);
  let otherCount = 0;
  for (const [job, state] of columns.state.entries()) {
    if (isOpen(state) && state !== STATE.running && !listed.has(job)) otherCount += 1;
  }
  return {
    kind: 'view',
    view: {
      isStopped,
      ...launched(parts),
      waits: jobs.map(
        (job): JobWait => ({ job: maker.reference(job), cause: causeOf(job, parts) }),
      ),
      otherCount,
    },
  };
}

/** What was handed to the executor runs, or waits there. */
function launched({ attempts, maker, whyQueued }: WaitParts): Pick<WaitView, 'running' | 'queued'> {
  const running: JobReference[] = [];
  const queued = new Map<string, { count: number; jobs: JobReference[] }>();
  for (const { job, token } of attempts.running) {
    const said = whyQueued(token);
    if (said === undefined) {
      running.push(maker.reference(job));
      continue;
    }
    const group = queued.get(said) ?? { count: 0, jobs: [] };
    queued.set(said, group);
    group.count += 1;
    if (group.jobs.length < OTHERS_SHOWN) group.jobs.push(maker.reference(job));
  }
  const groups = [...queued].map(([said, group]) => ({ said, ...group }));
  return { running, queued: groups.toSorted((a, b) => b.count - a.count) };
}

function jobNamed(word: string, { columns, maker }: WaitParts): JobId | undefined {
  const { graph } = columns;
  const file = graph.paths.find(normalisePath(word));
  const made = file === NO_FILE ? NO_JOB : columns.maker(file);
  if (made !== NO_JOB) return made;
  for (let job = 0; job < graph.jobCount; job += 1) {
    if (maker.reference(job).label === word) return job;
  }
  return undefined;
}

function* labels({ columns, maker }: WaitParts): Generator<string> {
  for (let job = 0; job < columns.graph.jobCount; job += 1) yield maker.reference(job).label;
}

/** Those that nothing but resources or time keeps from running, in the order of their turn. */
function firstWaiting({ columns, order }: WaitParts): readonly JobId[] {
  const waiting: JobId[] = [];
  for (const [job, state] of columns.state.entries()) {
    if (state === STATE.ready || state === STATE.backingOff) waiting.push(job);
  }
  return waiting.toSorted((a, b) => (order.isBefore(a, b) ? -1 : 1)).slice(0, WAITS_SHOWN);
}

/** The job, the first that it waits for, the first that this one waits for, and so on. */
function chainFrom(asked: JobId, { columns }: WaitParts): readonly JobId[] {
  const chain = [asked];
  for (let job = asked; chain.length < WAITS_SHOWN; ) {
    const state = columns.state[job] ?? 0;
    if (state !== STATE.waiting && state !== STATE.undecided) break;
    const [need] = openNeeds(job, columns);
    if (need === undefined) break;
    chain.push(need);
    job = need;
  }
  return chain;
}

function causeOf(job: JobId, parts: WaitParts): WaitCause {
  const { columns, attempts, endings } = parts;
  const state = columns.state[job] ?? STATE.kept;
  if (!mayRun(state)) return { kind: 'over', how: stateName(state) };
  if (state === STATE.running) return runningOrQueued(job, parts);
  if (state === STATE.ready) return whyNotStarted(job, parts);
  if (state === STATE.backingOff) {
    const failure = attempts.failureOf(job);
    const delayMs = endings.delayMsOf(job);
    return { kind: 'back-off', delayMs, ...(failure === undefined ? {} : { failure }) };
  }
  return state === STATE.dormant ? { kind: 'dormant' } : whyNotReady(job, parts);
}

function runningOrQueued(asked: JobId, { attempts, whyQueued }: WaitParts): WaitCause {
  const token = attempts.running.find(({ job }) => job === asked)?.token;
  const said = token === undefined ? undefined : whyQueued(token);
  return said === undefined ? { kind: 'running' } : { kind: 'queued', said };
}

function whyNotReady(job: JobId, { columns, maker }: WaitParts): WaitCause {
  const needs = openNeeds(job, columns);
  if (needs.length === 0) {
    const readers = new Set<JobId>();
    columns.eachUser(job, (user) => {
      if (columns.state[user] === STATE.running) readers.add(user);
    });
    return {
      kind: 'readers',
      readers: [...readers].slice(0, OTHERS_SHOWN).map((it) => maker.reference(it)),
    };
  }
  return {
    kind: 'needs',
    needs: needs.slice(0, OTHERS_SHOWN).map((need) => ({
      job: maker.reference(need),
      state: stateName(columns.state[need] ?? 0),
    })),
    needCount: needs.length,
    isCertain: columns.state[job] === STATE.waiting,
  };
}

/** Jobs whose end it waits for; those that run come last, since the others will end later. */
function openNeeds(job: JobId, columns: JobColumns): readonly JobId[] {
  const needs = new Set<JobId>();
  for (let at = columns.inputStart(job); at < columns.inputEnd(job); at += 1) {
    const maker = columns.maker(columns.inputFile(at));
    if (maker !== NO_JOB && isOpen(columns.state[maker] ?? 0)) needs.add(maker);
  }
  const rank = (need: JobId): number => (columns.state[need] === STATE.running ? 1 : 0);
  return [...needs].toSorted((a, b) => rank(a) - rank(b));
}

function whyNotStarted(job: JobId, { pools, queues, attempts, maker }: WaitParts): WaitCause {
  const demand = attempts.demandOf(job);
  const { pool, shortages } = pools.shortages(demand);
  if (shortages.length === 0) {
    const kept = queues.roomKeptFrom(demand);
    if (kept === undefined || kept === job) return { kind: 'turn' };
    return { kind: 'room-kept', for: maker.reference(kept) };
  }
  const name = pool === undefined ? '' : pools.nameOf(pool);
  return {
    kind: 'short',
    ...(name === '' ? {} : { pool: name }),
    shortages: shortages.map((shortage): ResourceShortage => {
      const holders = attempts.running
        .filter(({ lease }) => pool === undefined || lease.pool === pool)
        .map(({ job: holder, lease }) => ({
          job: holder,
          amount: pools.holding(lease, shortage.resource),
        }))
        .filter(({ amount }) => amount > 0)
        .toSorted((a, b) => b.amount - a.amount);
      return {
        ...shortage,
        holders: holders
          .slice(0, OTHERS_SHOWN)
          .map(({ job: holder, amount }) => ({ job: maker.reference(holder), amount })),
        holderCount: holders.length,
      };
    }),
  };
}
