import assert from 'node:assert/strict';
import { FINAL_EDGE, type JobId, NO_JOB } from '../../src/core/graph/job-graph.ts';
import { VERDICT } from '../../src/core/plan/plan.ts';
import type { LaunchEffect, RunEffect } from '../../src/engine/run-effect.ts';
import type { RunEvent } from '../../src/ports/run-event.ts';
import type { AnyLimits } from './any-world.ts';
import type { World } from './run-rig.ts';

const BROKEN = ['failed', 'skipped', 'cancelled'];

/** Watches a run by its effects alone, and throws when it breaks a rule. */
export class RunJudge {
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
    assert.deepEqual([...this.running], []);
    const { plan, graph } = { ...this.#world, ...this.#world.request };
    for (let job = 0; job < graph.jobCount; job += 1) {
      const isPlanned = plan.verdict[job] !== VERDICT.keep;
      assert.equal(this.#fates.get(job)?.length ?? 0, isPlanned ? 1 : 0, `fates of job ${job}`);
    }
  }

  #end(token: string): void {
    if (this.running.delete(token)) this.ended.push(token);
  }

  #launch(effect: LaunchEffect): void {
    const { job, token, attempt } = effect;
    assert.ok(!this.#hasStopped, `job ${job} starts after the stop`);
    assert.ok(!this.ended.includes(token) && !this.running.has(token), 'a token twice');
    assert.ok(!this.#fates.has(job), `job ${job} starts after its fate`);
    assert.equal(attempt, (this.#attempts.get(job) ?? 0) + 1);
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
      assert.ok(!runningJobs.has(maker), `job ${job} runs beside its need ${maker}`);
      if (graph.inputEdge[at] === FINAL_EDGE) continue;
      const fate = this.#fates.get(maker)?.[0] ?? 'none';
      assert.ok(!BROKEN.includes(fate), `job ${job} starts although its need is ${fate}`);
      const { plan, facts } = this.#world.request;
      const mayRun = plan.verdict[maker] !== VERDICT.keep;
      const isThere = facts.kind[file] !== 0 || this.#succeeded.has(maker);
      assert.ok(isThere || !mayRun, `job ${job} starts without file ${file}`);
      assert.ok(!this.#removed.has(file), `job ${job} starts after file ${file} is gone`);
    }
  }

  #removeTemps(files: readonly number[]): void {
    for (const file of files) {
      assert.ok(!this.#removed.has(file), `file ${file} is removed twice`);
      this.#removed.add(file);
    }
  }

  #checkLimits(): void {
    const launches = [...this.running.values()];
    const sum = (amount: (launch: LaunchEffect) => number): number =>
      launches.reduce((total, launch) => total + amount(launch), 0);
    assert.ok(sum(({ request }) => request.threads) <= this.#limits.cores, 'too many cores');
    assert.ok(sum(({ request }) => Number(request.custom['licence'])) <= 2, 'too many licences');
    assert.ok(launches.length <= (this.#limits.jobs ?? launches.length), 'too many jobs');
    this.#checkCards(launches);
  }

  #checkCards(launches: readonly LaunchEffect[]): void {
    const { gpuFreeMib = Number.POSITIVE_INFINITY, jobsPerGpu } = this.#limits;
    const cards = new Map<string, { share: number; memMib: number }>();
    for (const { request, gpus } of launches) {
      assert.equal(gpus.length, Math.ceil(request.gpus));
      assert.equal(new Set(gpus).size, gpus.length, 'a card twice');
      for (const card of gpus) {
        const { share, memMib } = cards.get(card) ?? { share: 0, memMib: 0 };
        cards.set(card, {
          share: share + (request.gpus < 1 ? request.gpus : 1 / jobsPerGpu),
          memMib: memMib + (request.gpuMemMib ?? 0),
        });
      }
    }
    for (const [card, { share, memMib }] of cards) {
      assert.ok(share <= 1 + 1e-9, `${share} of ${card}`);
      assert.ok(memMib <= gpuFreeMib, `${memMib} MiB of ${card}`);
    }
  }

  #hear(event: RunEvent): void {
    switch (event.kind) {
      case 'job-ended':
        this.#hearEnd(event);
        break;
      case 'job-pruned':
        assert.ok(!this.#everRan.has(event.job.id), 'pruned after it ran');
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
      case 'run-started':
      case 'run-ended':
      case 'job-started':
      case 'jobs-adopted':
      case 'temp-removed':
      case 'warned':
        break;
    }
  }

  #hearEnd({ job, outcome, willRetry }: Extract<RunEvent, { kind: 'job-ended' }>): void {
    const { own, infrastructure } = this.#failures.get(job.id) ?? { own: 0, infrastructure: 0 };
    const isOwn = outcome.kind === 'failed' && ['exit', 'oom', 'start'].includes(outcome.cause);
    if (outcome.kind === 'succeeded') {
      this.#succeeded.add(job.id);
      this.#seal(job.id, 'succeeded');
    } else if (willRetry) {
      assert.ok(!this.#hasStopped, 'tried again after the stop');
      assert.ok(outcome.kind !== 'lost' || outcome.isDead, 'tried again beside itself');
      const counts = isOwn
        ? { own: own + 1, infrastructure }
        : { own, infrastructure: infrastructure + 1 };
      this.#failures.set(job.id, counts);
      const retries = this.#world.graph.rules[job.id]?.retries ?? this.#limits.retries;
      assert.ok(counts.own <= retries, 'more retries than the rule allows');
      const { infrastructureRetries } = this.#limits;
      assert.ok(counts.infrastructure <= infrastructureRetries, 'more retries than the run allows');
    } else {
      this.#seal(job.id, outcome.kind === 'cancelled' ? 'cancelled' : 'failed');
      if (!this.#limits.isKeepGoing) this.#hasStopped = true;
    }
  }

  #seal(job: JobId, fate: string): void {
    this.#fates.set(job, [...(this.#fates.get(job) ?? []), fate]);
  }
}
