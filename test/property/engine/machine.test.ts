import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FINAL_EDGE, type JobId, NO_JOB } from '../../../src/core/graph/job-graph.ts';
import { VERDICT } from '../../../src/core/plan/plan.ts';
import type { JobOutcome } from '../../../src/ports/executor.ts';
import type { RunEvent } from '../../../src/ports/run-event.ts';
import type { LaunchEffect, RunEffect } from '../../../src/engine/run-effect.ts';
import { type AnyLimits, anyJob, anyLimits, worldOfAny } from '../../rigs/any-world.ts';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import type { World } from '../../rigs/run-rig.ts';

// Goal: whatever the graph, the verdicts, the order in which jobs end, how they end, what they
// ask for and when the user gives up, the run keeps within its limits, ends, and accounts for
// every job exactly once.
// Method: generate all of it, drive the machine by hand, judge each step by the effects alone, and
// have the machine recount its own books after every step.

const anyOutcome = fc.oneof(
  { weight: 6, arbitrary: fc.constant('success' as const) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<JobOutcome>(
      failed('exit'),
      failed('oom'),
      failed('node'),
      failed('start'),
      { kind: 'cancelled' },
      { kind: 'lost', detail: 'gone', isDead: true },
      { kind: 'lost', detail: 'gone', isDead: false },
    ),
  },
);

const anyMove = fc.record({
  what: fc.constantFrom('end', 'end', 'end', 'end', 'timer', 'stale', 'digest'),
  which: fc.nat(),
  outcome: anyOutcome,
  changesFirst: fc.boolean(),
  changesSecond: fc.boolean(),
  withoutDigest: fc.boolean(),
});
type Move = typeof anyMove extends fc.Arbitrary<infer T> ? T : never;

const LAST_MOVE: Move = {
  what: 'end',
  which: 0,
  outcome: 'success',
  changesFirst: true,
  changesSecond: false,
  withoutDigest: false,
};

const anyStops = fc.array(
  fc.record({
    turn: fc.nat(20),
    how: fc.constantFrom('signal', 'signal', 'broke', 'missing'),
  }),
  { maxLength: 2 },
);
type Stops = typeof anyStops extends fc.Arbitrary<infer T> ? T : never;

test('every run keeps within its limits, ends, and accounts for every job exactly once', () => {
  fc.assert(
    fc.property(
      fc.array(anyJob, { minLength: 1, maxLength: 9 }),
      anyLimits,
      fc.array(anyMove, { maxLength: 40 }),
      anyStops,
      (jobs, limits, moves, stops) => {
        const world = worldOfAny(jobs, limits);
        const judge = new Judge(world, limits);
        const drive = new MachineDrive(world);
        const step: MachineDrive['step'] = (input) => {
          const effects = drive.step(input);
          judge.watch(effects, input.kind === 'job-ended' ? input.token : undefined);
          return effects;
        };
        step({ kind: 'started' });
        for (let turn = 0; drive.counts === undefined; turn += 1) {
          if (turn > 1000) throw new Error('the run does not end');
          for (const { how } of stops.filter((stop) => stop.turn === turn)) {
            stop(how, { drive, judge, step });
          }
          if (drive.counts === undefined) move(moves[turn] ?? LAST_MOVE, { drive, judge, step });
        }
        judge.conclude();
      },
    ),
    { numRuns: 1500 },
  );
});

interface Hands {
  readonly drive: MachineDrive;
  readonly judge: Judge;
  readonly step: MachineDrive['step'];
}

function stop(how: Stops[number]['how'], { drive, judge, step }: Hands): void {
  const tokens = [...judge.running.keys()];
  if (how === 'signal') step({ kind: 'cancelled', signal: 'SIGINT' });
  else if (how === 'broke') {
    // Of what was just launched, nothing got to the executor.
    judge.forget(tokens);
    step({ kind: 'broke', unlaunched: tokens });
  } else {
    judge.forget(tokens);
    step({ kind: 'outcomes-missing', tokens, detail: 'closed' });
  }
  if (how !== 'signal') drive.running.clear();
}

/** Something that could happen now; where the move does not apply, another one. */
function move(given: Move, { drive, judge, step }: Hands): void {
  const pending = judge.pending[given.which % Math.max(judge.pending.length, 1)];
  const timer = drive.timers.shift();
  const tokens = [...judge.running.keys()];
  if (given.what === 'stale') {
    const stale = judge.ended[given.which % Math.max(judge.ended.length, 1)] ?? 'nobody';
    const effects = step({ kind: 'job-ended', token: stale, outcome: failed(), durationMs: 1 });
    expect(effects).toEqual([]);
  }
  const token = tokens[given.which % Math.max(tokens.length, 1)];
  const isDigestDue = pending !== undefined && (given.what === 'digest' || token === undefined);
  if (timer !== undefined && (given.what === 'timer' || (token === undefined && !isDigestDue))) {
    step({ kind: 'timer-fired', timer });
    return;
  }
  if (timer !== undefined) drive.timers.unshift(timer);
  if (isDigestDue) {
    judge.pending.splice(judge.pending.indexOf(pending), 1);
    const digest = given.changesFirst ? undefined : drive.world.request.records.digestText(0);
    step({ kind: 'digest-known', file: pending, digest });
    return;
  }
  if (token === undefined) throw new Error('nothing can happen, and the run has not ended');
  const launch = judge.running.get(token);
  const name = drive.world.name(launch?.job ?? NO_JOB);
  const outcome = given.outcome === 'success' ? success(drive, name, given) : given.outcome;
  step({ kind: 'job-ended', token, outcome, durationMs: 1 });
}

function success(drive: MachineDrive, name: string, given: Move): JobOutcome {
  const index = name.slice(1);
  const changed = [
    ...(given.changesFirst ? [`f${index}`] : []),
    ...(given.changesSecond ? [`g${index}`] : []),
  ];
  const outcome = drive.success(name, changed);
  if (!given.withoutDigest || outcome.kind !== 'succeeded') return outcome;
  return { ...outcome, outputs: outcome.outputs.map((row) => ({ ...row, digest: undefined })) };
}

/** Sees effects only, and knows the rules. */
class Judge {
  readonly running = new Map<string, LaunchEffect>();
  readonly ended: string[] = [];
  readonly pending: number[] = [];
  readonly #world: World;
  readonly #limits: AnyLimits;
  readonly #fates = new Map<number, string[]>();
  readonly #attempts = new Map<number, number>();
  readonly #failures = new Map<number, { own: number; infrastructure: number }>();
  readonly #succeeded = new Set<number>();
  readonly #everRan = new Set<number>();
  readonly #removed = new Set<number>();
  #hasStopped = false;

  constructor(world: World, limits: AnyLimits) {
    this.#world = world;
    this.#limits = limits;
  }

  forget(tokens: readonly string[]): void {
    for (const token of tokens) this.#end(token);
  }

  watch(effects: readonly RunEffect[], endedToken: string | undefined): void {
    if (endedToken !== undefined) this.#end(endedToken);
    for (const effect of effects) {
      if (effect.kind === 'tell') this.#hear(effect.event);
      if (effect.kind === 'cancel') this.#hasStopped = true;
      if (effect.kind === 'fingerprint') this.pending.push(...effect.files);
      if (effect.kind === 'remove-temps') this.#removeTemps(effect.files);
      if (effect.kind === 'launch') this.#launch(effect);
    }
    this.#checkLimits();
  }

  conclude(): void {
    expect([...this.running]).toEqual([]);
    const { plan, graph } = { ...this.#world, ...this.#world.request };
    for (let job = 0; job < graph.jobCount; job += 1) {
      const isPlanned = plan.verdict[job] !== VERDICT.keep;
      expect(this.#fates.get(job)?.length ?? 0, `fates of job ${job}`).toBe(isPlanned ? 1 : 0);
    }
  }

  #end(token: string): void {
    if (this.running.delete(token)) this.ended.push(token);
  }

  #launch(effect: LaunchEffect): void {
    const { job, token, attempt } = effect;
    expect(this.#hasStopped, `job ${job} starts after the stop`).toBe(false);
    expect(this.ended.includes(token) || this.running.has(token), 'a token twice').toBe(false);
    expect(this.#fates.has(job), `job ${job} starts after its fate`).toBe(false);
    expect(attempt).toBe((this.#attempts.get(job) ?? 0) + 1);
    this.#attempts.set(job, attempt);
    this.running.set(token, effect);
    this.#everRan.add(job);
    this.#checkNeeds(job);
  }

  /** What it reads is there, will not be replaced while it runs, and did not fail. */
  #checkNeeds(job: JobId): void {
    const { graph } = this.#world;
    const runningJobs = new Set([...this.running.values()].map((launch) => launch.job));
    for (let at = graph.inputStart[job] ?? 0; at < (graph.inputStart[job + 1] ?? 0); at += 1) {
      const file = graph.inputFile[at] ?? 0;
      const maker = graph.producer[file] ?? NO_JOB;
      if (maker === NO_JOB) continue;
      expect(runningJobs.has(maker), `job ${job} runs beside its need ${maker}`).toBe(false);
      if (graph.inputEdge[at] === FINAL_EDGE) continue;
      const fate = this.#fates.get(maker)?.[0];
      expect(['failed', 'skipped', 'cancelled']).not.toContain(fate);
      const { plan, facts } = this.#world.request;
      const mayRun = plan.verdict[maker] !== VERDICT.keep;
      const isThere = facts.kind[file] !== 0 || this.#succeeded.has(maker);
      expect(isThere || !mayRun, `job ${job} starts without file ${file}`).toBe(true);
      expect(this.#removed.has(file), `job ${job} starts after file ${file} is gone`).toBe(false);
    }
  }

  #removeTemps(files: readonly number[]): void {
    for (const file of files) {
      expect(this.#removed.has(file)).toBe(false);
      this.#removed.add(file);
    }
  }

  #checkLimits(): void {
    const launches = [...this.running.values()];
    const sum = (amount: (launch: LaunchEffect) => number): number =>
      launches.reduce((total, launch) => total + amount(launch), 0);
    expect(sum(({ request }) => request.threads)).toBeLessThanOrEqual(this.#limits.cores);
    expect(sum(({ request }) => Number(request.custom['licence']))).toBeLessThanOrEqual(2);
    expect(launches.length).toBeLessThanOrEqual(this.#limits.jobs ?? Number.POSITIVE_INFINITY);
    const cards = new Map<string, number>();
    for (const { request, gpus } of launches) {
      expect(gpus.length).toBe(Math.ceil(request.gpus));
      expect(new Set(gpus).size).toBe(gpus.length);
      for (const card of gpus) {
        cards.set(card, (cards.get(card) ?? 0) + Math.min(1, request.gpus));
      }
    }
    for (const [card, share] of cards) expect(share, card).toBeLessThanOrEqual(1 + 1e-9);
  }

  #hear(event: RunEvent): void {
    switch (event.kind) {
      case 'job-ended':
        this.#hearEnd(event);
        break;
      case 'job-pruned':
        expect(this.#everRan.has(event.job.id), 'pruned after it ran').toBe(false);
        this.#seal(event.job.id, 'pruned');
        break;
      case 'job-held':
        this.#seal(event.job.id, 'held');
        break;
      case 'job-skipped':
        this.#seal(event.job.id, 'skipped');
        if (event.because.kind === 'run-stopped') this.#hasStopped = true;
        break;
      case 'run-cancelled':
        this.#hasStopped = true;
        break;
    }
  }

  #hearEnd({ job, outcome, willRetry }: Extract<RunEvent, { kind: 'job-ended' }>): void {
    const { own, infrastructure } = this.#failures.get(job.id) ?? { own: 0, infrastructure: 0 };
    const isOwn = outcome.kind === 'failed' && ['exit', 'oom'].includes(outcome.cause);
    if (outcome.kind === 'succeeded') {
      this.#succeeded.add(job.id);
      this.#seal(job.id, 'succeeded');
    } else if (willRetry) {
      expect(this.#hasStopped).toBe(false);
      expect(outcome.kind === 'lost' && !outcome.isDead, 'an unconfirmed job again').toBe(false);
      const counts = isOwn
        ? { own: own + 1, infrastructure }
        : { own, infrastructure: infrastructure + 1 };
      this.#failures.set(job.id, counts);
      const retries = this.#world.graph.rules[job.id]?.retries ?? this.#limits.retries;
      expect(counts.own).toBeLessThanOrEqual(retries);
      expect(counts.infrastructure).toBeLessThanOrEqual(this.#limits.infrastructureRetries);
    } else {
      this.#seal(job.id, outcome.kind === 'cancelled' ? 'cancelled' : 'failed');
      if (!this.#limits.isKeepGoing) this.#hasStopped = true;
    }
  }

  #seal(job: JobId, fate: string): void {
    this.#fates.set(job, [...(this.#fates.get(job) ?? []), fate]);
  }
}
