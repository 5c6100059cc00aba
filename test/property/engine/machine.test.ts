import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_JOB } from '../../../src/core/graph/job-graph.ts';
import type { JobOutcome } from '../../../src/ports/executor.ts';
import { anyJob, anyLimits, worldOfAny } from '../../rigs/any-world.ts';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import { RunJudge } from '../../rigs/run-judge.ts';
import { checkWaits } from '../../rigs/wait-judge.ts';

// Goal: whatever the graph, the verdicts, the order in which jobs end, how they end, what they
// ask for and when the user gives up, the run keeps within its limits, ends, accounts for every job
// exactly once, and knows at any time why a job does not run.
// Method: generate all of it, drive the machine by hand, judge each step by the effects alone, ask
// why each job waits, and have the machine recount its own books after every step.

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
        const judge = new RunJudge(world, limits);
        const drive = new MachineDrive(world);
        const step: MachineDrive['step'] = (input) => {
          const effects = drive.step(input);
          judge.watch(effects, input.kind === 'job-ended' ? input.token : undefined);
          checkWaits({ world, limits, machine: drive.machine, running: judge.running });
          return effects;
        };
        step({ kind: 'started' });
        for (let turn = 0; drive.counts === undefined; turn += 1) {
          if (turn > 1000) throw new Error('the run does not end');
          for (const { how } of stops.filter((stop) => stop.turn === turn)) {
            breakOff(how, { drive, judge, step });
          }
          if (drive.counts === undefined) move(moves[turn] ?? LAST_MOVE, { drive, judge, step });
        }
        judge.conclude();
        expect(judge.running.size).toBe(0);
      },
    ),
    { numRuns: 1500 },
  );
});

interface Hands {
  readonly drive: MachineDrive;
  readonly judge: RunJudge;
  readonly step: MachineDrive['step'];
}

function breakOff(how: Stops[number]['how'], { drive, judge, step }: Hands): void {
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
    if (effects.length > 0) throw new Error('an attempt that had ended was heard again');
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
