import { expect, test } from 'vitest';
import { checkRequests } from '../../../src/engine/check-requests.ts';
import { SMALL, type WorldOptions, worldOf } from '../../rigs/run-rig.ts';

function problemsOf(lines: readonly string[], options: WorldOptions): readonly object[] {
  const { plan, limits, maker } = worldOf(lines, options).request;
  return checkRequests({ plan, limits, maker });
}

const ROOM = {
  cores: 2,
  jobs: undefined,
  memMib: undefined,
  diskMib: undefined,
  gpus: ['0', '1'],
  gpuFreeMib: [24_000, 8000],
  jobsPerGpu: 4,
  custom: {},
};

test('every resource that is too large is told once a rule, with its first job as the example', () => {
  const lines = ['stitch: a <- s', 'b <- s'];
  const base = worldOf(lines, {
    requests: () => ({ ...SMALL, threads: 4, memMib: 2048, custom: { licence: 3 } }),
    limits: {
      capacity: {
        cores: 2,
        jobs: undefined,
        memMib: 1024,
        diskMib: undefined,
        gpus: [],
        custom: { licence: 2 },
      },
    },
  }).request;
  const graph = { ...base.plan.graph, ruleIndex: Int32Array.of(0, 0) };
  const span = { file: '/w/flow.txt', line: 1, column: 1, length: 14 };
  const rest = { kind: 'workflow', severity: 'error', spans: [{ span, label: 'this rule' }] };
  const likewise = [['likewise', '1 more of its jobs']];
  expect(checkRequests({ ...base, plan: { ...base.plan, graph } })).toEqual([
    {
      ...rest,
      code: 'request-too-large',
      title: '`stitch` asks for 4 threads; the run has 2 threads',
      facts: likewise,
      hint: 'give the run more with `--cores 4`, ask for less, or take what there is with `--clamp`',
    },
    {
      ...rest,
      code: 'request-too-large',
      title: '`stitch` asks for 2048 MiB of memory; the run has 1024 MiB of memory',
      facts: likewise,
      hint: 'give the run more with `--resources mem="2048 MiB"`, ask for less, or take what there is with `--clamp`',
    },
    {
      ...rest,
      code: 'request-too-large',
      title: '`stitch` asks for 3 of `licence`; the run has 2 of `licence`',
      facts: likewise,
      hint: 'give the run more with `--resources licence=3`, ask for less, or take what there is with `--clamp`',
    },
  ]);
});

test.for([
  [900_000, 16_000, '900 GB', '16 GB'],
  [400_001, 16_000, '400001 MB', '16000 MB'],
  [20_000, 2, '20 GB', '2 MB'],
  [64_000, 63_999, '64 GB', '63.9 GB'],
] as const)(
  'what there is has the unit of what is asked: %s MB',
  ([asked, has, askedText, hasText]) => {
    const mib = 1e6 / 2 ** 20;
    const requests = (): typeof SMALL => ({ ...SMALL, memMib: asked * mib });
    const limits = { capacity: { ...ROOM, memMib: has * mib } };
    expect(problemsOf(['a <- s'], { requests, limits })).toMatchObject([
      { title: `\`a\` asks for ${askedText} of memory; the run has ${hasText} of memory` },
    ]);
  },
);

test('GPUs are named as cards', () => {
  expect(problemsOf(['a <- s'], { requests: () => ({ ...SMALL, gpus: 1 }) })).toMatchObject([
    {
      title: '`a` asks for 1 GPU; the run has 0 GPUs',
      hint: 'give the run more with `--gpus`, ask for less, or take what there is with `--clamp`',
    },
  ]);
  const broken = { gpus: ['0', '1'], requests: () => ({ ...SMALL, gpus: 1.5 }) };
  expect(problemsOf(['a <- s'], broken)).toMatchObject([
    {
      code: 'broken-gpu-request',
      title: '`a` asks for 1.5 GPUs',
      hint: 'ask for whole cards (`gpus: 2`) or for a share of one (`gpus: 0.5`)',
    },
  ]);
});

test('memory on cards is checked on as many cards as are asked for, also where jobs share them', () => {
  expect(cardProblems(1, 24_000)).toEqual([]);
  expect(cardProblems(2, 8000)).toEqual([]);
  expect(cardProblems(2, 9000)).toMatchObject([
    {
      title: '`a` asks for 9000 MiB of memory on a GPU; the run has 8000 MiB of memory on a GPU',
      hint: 'give the run more with `--gpus`, ask for less, or take what there is with `--clamp`',
    },
  ]);
  expect(cardProblems(3, 0)).toMatchObject([{ title: '`a` asks for 3 GPUs; the run has 2 GPUs' }]);
});

function cardProblems(gpus: number, gpuMemMib: number): readonly object[] {
  return problemsOf(['a <- s'], {
    requests: () => ({ ...SMALL, gpus, gpuMemMib }),
    limits: { capacity: ROOM },
  });
}

function neverAsked(): never {
  throw new Error('asked');
}

test('jobs that cannot run are not asked, and a run that clamps finds nothing too large', () => {
  const verdicts = { a: 'keep', b: 'held' } as const;
  expect(problemsOf(['a <- s', 'b <- s', 'all: <- a'], { verdicts, requests: neverAsked })).toEqual(
    [],
  );
  const large = {
    limits: { isClamping: true },
    requests: () => ({ ...SMALL, threads: 99 }),
  };
  expect(problemsOf(['a <- s'], large)).toEqual([]);
});
