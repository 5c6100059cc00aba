import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyLimits, anyJob, worldOfAny } from '../../rigs/any-world.ts';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import { expectedRuns, type Nature } from '../../rigs/wave-model.ts';

// Goal: early cut-off, removed temporary files and failures decide who runs, not the order in
// which jobs happen to end.
// Method: a model that knows no time says who runs; the machine is driven in any order.

const LIMITS: AnyLimits = {
  cores: 4,
  cards: 2,
  gpuFreeMib: undefined,
  jobsPerGpu: 1,
  jobs: undefined,
  isKeepGoing: true,
  retries: 0,
  infrastructureRetries: 0,
};

const anyCase = fc.record({
  job: anyJob,
  nature: fc.record({
    fails: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
    changes: fc.tuple(fc.boolean(), fc.boolean()),
  }),
});

test('who runs depends on what came out, not on when', () => {
  const seen = { pruned: 0, skipped: 0, called: 0 };
  fc.assert(
    fc.property(
      fc.array(anyCase, { minLength: 1, maxLength: 9 }),
      fc.array(fc.nat()),
      fc.boolean(),
      (cases, picks, isDigestLate) => {
        const jobs = cases.map(({ job }) => ({
          ...job,
          verdict: job.verdict === 'held' ? ('keep' as const) : job.verdict,
          isEdited: false,
          retries: undefined,
        }));
        const natures = cases.map(({ nature }) => nature);
        const world = worldOfAny(jobs, LIMITS);
        const expected = expectedRuns(world, natures);
        const actual = runAll(new MachineDrive(world), {
          picks,
          isDigestLate,
          natureOf: (job) => (expected.natural.has(job) ? natures[job] : undefined),
        });

        for (const job of expected.mustRun) expect(actual.ran, `job ${job}`).toContain(job);
        for (const job of actual.ran) expect([...expected.mayRun], `job ${job}`).toContain(job);
        expect(new Set(actual.skipped)).toEqual(expected.skipped);
        seen.pruned += actual.pruned;
        seen.skipped += actual.skipped.length;
        seen.called += expected.mustRun.size - expected.natural.size;
      },
    ),
    { numRuns: 1500 },
  );
  // The worlds are not tame.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(100);
});

interface Course {
  readonly picks: readonly number[];
  /** Digests of outputs come after the job has ended. */
  readonly isDigestLate: boolean;
  /** Undefined: comes out as it was. */
  readonly natureOf: (job: number) => Nature | undefined;
}

interface Ran {
  readonly ran: readonly number[];
  readonly skipped: readonly number[];
  readonly pruned: number;
}

function runAll(drive: MachineDrive, { picks, isDigestLate, natureOf }: Course): Ran {
  const late: { file: number; digest: string | undefined }[] = [];
  drive.start();
  for (let turn = 0; drive.counts === undefined; turn += 1) {
    const names = [...drive.running.keys()];
    const pick = (picks[turn] ?? 0) % (names.length + late.length);
    const name = names[pick];
    if (name === undefined) {
      const [known] = late.splice(pick - names.length, 1);
      if (known !== undefined) drive.step({ kind: 'digest-known', ...known });
      continue;
    }
    const nature = natureOf(drive.world.job(name));
    if (nature?.fails === true) {
      drive.end(name, failed());
      continue;
    }
    const paths = [`f${name.slice(1)}`, `g${name.slice(1)}`];
    const outcome = drive.success(
      name,
      paths.filter((_, output) => nature?.changes[output] === true),
    );
    if (!isDigestLate || outcome.kind !== 'succeeded') {
      drive.end(name, outcome);
      continue;
    }
    for (const { path, digest } of outcome.outputs) {
      late.push({ file: drive.world.file(path), digest });
    }
    const outputs = outcome.outputs.map((row) => ({ ...row, digest: undefined }));
    drive.end(name, { ...outcome, outputs });
  }
  const launched = drive.effects.flatMap((effect) =>
    effect.kind === 'launch' ? [effect.job] : [],
  );
  const skipped = drive.effects.flatMap((effect) =>
    effect.kind === 'tell' && effect.event.kind === 'job-skipped' ? [effect.event.job.id] : [],
  );
  return { ran: launched, skipped, pruned: drive.counts.pruned };
}
