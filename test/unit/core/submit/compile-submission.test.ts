import { expect, test } from 'vitest';
import { compileSubmission } from '../../../../src/core/submit/compile-submission.ts';
import { worldOf } from '../../../rigs/run-rig.ts';

interface Options {
  readonly maxArraySize?: number;
  readonly maxDependencies?: number;
  /** Names of jobs that are not submitted. */
  readonly without?: readonly string[];
}

/** `number stage: index=job … < dependencies`; a stage is the name without what follows a dot. */
function compiled(lines: readonly string[], options: Options = {}): readonly string[] {
  const { maxArraySize = 1000, maxDependencies = 300, without = [] } = options;
  const world = worldOf(lines);
  const { arrays } = compileSubmission({
    graph: world.graph,
    isSubmitted: (job) => !without.includes(world.name(job)),
    stageOf: (job) => world.name(job).replace(/\..*$/u, ''),
    maxArraySize,
    maxDependencies,
  });
  return arrays.map(({ stage, tasks, dependencies }, number) => {
    const jobs = tasks.map(({ index, job }) => `${index}=${world.name(job)}`).join(' ');
    const waits = dependencies.map((it) => {
      const index = it.kind === 'aftercorr' || it.index === undefined ? '' : `_${it.index}`;
      return `${it.kind}:${it.array}${index}`;
    });
    return `${number} ${stage}: ${jobs}${waits.length === 0 ? '' : ` < ${waits.join(' ')}`}`;
  });
}

function times(count: number, line: (at: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, at) => line(at));
}

const CYCLES = [
  ...times(3, (at) => `stitch.${at} <- raw`),
  ...times(3, (at) => `decon.${at} <- stitch.${at}`),
  ...times(3, (at) => `edf.${at} <- decon.${at}`),
  'registration <- edf.0 edf.1 edf.2',
  'qc <- decon.0 decon.1 decon.2',
];

test('steps of cycles go task by task, and what gathers them waits for all', () => {
  expect(compiled(CYCLES)).toEqual([
    '0 stitch: 0=stitch.0 1=stitch.1 2=stitch.2',
    '1 decon: 0=decon.0 1=decon.1 2=decon.2 < aftercorr:0',
    '2 edf: 0=edf.0 1=edf.1 2=edf.2 < aftercorr:1',
    '3 qc: 0=qc < afterok:1',
    '4 registration: 0=registration < afterok:2',
  ]);
});

test('what is done already is not waited for, and the others keep their indices', () => {
  const without = ['stitch.0', 'decon.0', 'edf.0', 'decon.2'];
  expect(compiled(CYCLES, { without })).toEqual([
    '0 stitch: 0=stitch.1 1=stitch.2',
    '1 edf: 0=edf.2',
    '2 decon: 0=decon.1 < afterok:0_0',
    '3 edf: 0=edf.1 < afterok:2',
    '4 qc: 0=qc < afterok:2',
    '5 registration: 0=registration < afterok:1 afterok:3',
  ]);
});

test('two jobs of a stage for each task before are two arrays, many of few are one for each', () => {
  const two = [
    ...times(4, (at) => `plate.${at} <- raw`),
    ...times(8, (at) => `well.${at} <- plate.${at >> 1}`),
  ];
  expect(compiled(two)).toEqual([
    '0 plate: 0=plate.0 1=plate.1 2=plate.2 3=plate.3',
    '1 well: 0=well.0 1=well.2 2=well.4 3=well.6 < aftercorr:0',
    '2 well: 0=well.1 1=well.3 2=well.5 3=well.7 < aftercorr:0',
  ]);
  const many = [
    ...times(2, (at) => `plate.${at} <- raw`),
    ...times(6, (at) => `well.${at} <- plate.${at % 2}`),
  ];
  expect(compiled(many)).toEqual([
    '0 plate: 0=plate.0 1=plate.1',
    '1 well: 0=well.0 1=well.2 2=well.4 < afterok:0_0',
    '2 well: 0=well.1 1=well.3 2=well.5 < afterok:0_1',
  ]);
});

test('jobs that need parts of what is before wait for these tasks only', () => {
  const lines = [
    ...times(4, (at) => `tile.${at} <- raw`),
    'merge.0 <- tile.0 tile.1',
    'merge.1 <- tile.2 tile.3',
  ];
  expect(compiled(lines)).toEqual([
    '0 tile: 0=tile.0 1=tile.1 2=tile.2 3=tile.3',
    '1 merge: 0=merge.0 < afterok:0_0 afterok:0_1',
    '2 merge: 0=merge.1 < afterok:0_2 afterok:0_3',
  ]);
});

test('counterparts in several arrays, and what is common to all', () => {
  const lines = [
    'model <- raw',
    ...times(2, (at) => `image.${at} <- raw`),
    ...times(2, (at) => `mask.${at} <- raw`),
    ...times(2, (at) => `score.${at} <- image.${at} mask.${at} model`),
  ];
  expect(compiled(lines)).toEqual([
    '0 model: 0=model',
    '1 image: 0=image.0 1=image.1',
    '2 mask: 0=mask.0 1=mask.1',
    '3 score: 0=score.0 1=score.1 < aftercorr:1 aftercorr:2 afterok:0',
  ]);
});

test('who waits for ends waits however they come about', () => {
  const lines = [
    ...times(2, (at) => `fit.${at} <- raw`),
    'table <- final(fit.0) final(fit.1)',
    'first <- final(fit.0) table',
  ];
  expect(compiled(lines)).toEqual([
    '0 fit: 0=fit.0 1=fit.1',
    '1 table: 0=table < afterany:0',
    '2 first: 0=first < afterok:1 afterany:0_0',
  ]);
});

test('arrays are no larger than they may be, and correspond piece by piece', () => {
  const lines = [...times(5, (at) => `a.${at} <- raw`), ...times(5, (at) => `b.${at} <- a.${at}`)];
  expect(compiled(lines, { maxArraySize: 2 })).toEqual([
    '0 a: 0=a.0 1=a.1',
    '1 a: 0=a.2 1=a.3',
    '2 a: 0=a.4',
    '3 b: 0=b.0 1=b.1 < aftercorr:0',
    '4 b: 0=b.2 1=b.3 < aftercorr:1',
    '5 b: 0=b.4 < afterok:2',
  ]);
});

test('dependencies that are too many for one list are joined', () => {
  const lines = [
    ...times(6, (at) => `s${at}.x <- raw`),
    `end <- ${times(6, (at) => `s${at}.x`).join(' ')}`,
  ];
  expect(compiled(lines, { maxDependencies: 4 }).slice(6)).toEqual([
    '6 end:  < afterok:0 afterok:1 afterok:2 afterok:3',
    '7 end:  < afterok:4 afterok:5',
    '8 end: 0=end < afterok:6 afterok:7',
  ]);
});

test('a chain of a hundred thousand jobs of one rule is as many jobs, one after the other', () => {
  const jobCount = 100_000;
  const { graph } = worldOf(['a <- s']);
  const files = Int32Array.from({ length: jobCount }, (_, job) => job);
  const chain = {
    ...graph,
    jobCount,
    inputStart: Int32Array.from({ length: jobCount + 1 }, (_, job) => Math.max(0, job - 1)),
    inputFile: files,
    inputEdge: new Uint8Array(jobCount),
    producer: files,
    order: files,
  };
  const { arrays } = compileSubmission({
    graph: chain,
    isSubmitted: () => true,
    stageOf: () => 'step',
    maxArraySize: 1000,
    maxDependencies: 300,
  });
  expect(arrays.length).toBe(jobCount);
  expect(arrays.at(-1)).toEqual({
    stage: 'step',
    tasks: [{ index: 0, job: jobCount - 1 }],
    dependencies: [{ kind: 'afterok', array: jobCount - 2 }],
  });
});
