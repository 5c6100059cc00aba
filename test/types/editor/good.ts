// What a workflow's author may write: the compiler has nothing to say about this file.
import {
  ancient,
  directory,
  discover,
  ensure,
  expand,
  glob,
  grid,
  include,
  lookup,
  multiext,
  optional,
  orderOnly,
  protect,
  report,
  rule,
  temp,
  touch,
  volatile,
  workflow,
  z,
  type AnyRule,
  type FileReference,
  type ScriptJob,
} from 'dagflow';

const Config = z.object({
  cycles: z.array(z.number().int()).min(1),
  reference: z.number().default(1),
  folder: z.string().default('raw'),
  memory: z.string().optional(),
});
type Config = z.infer<typeof Config>;

function rawFolder(config: Config, cycle: string): string {
  return `${config.folder}/cyc${cycle}`;
}

export default workflow({
  config: Config,
  constraints: { cycle: '[0-9]+' },
  preamble: 'module load cuda',
  order: [['stitch', 'registration'], { rules: ['planes', 'lists'], fallback: true }],
  envvars: ['API_TOKEN'],
  rules: (config) => {
    const stitch = rule('stitch', {
      input: { tiles: ({ cycle }) => rawFolder(config, cycle) },
      output: { image: 'stitched/cyc{cycle}.ome.tif' },
      threads: 4,
      resources: { gpus: 1, mem: '4 GB', time: '4 h', licences: 2 },
      script: 'steps/stitch.ts',
      benchmark: 'benchmarks/cyc{cycle}.tsv',
      message: 'stitching {wildcards.cycle} on {threads}',
      localRule: true,
    });
    const registration = rule('registration', {
      input: { images: expand(stitch.output.image, { cycle: config.cycles }) },
      output: 'registered.ome.tif',
      shell: 'register --reference {config.reference} {input.images} -o {output}',
      default: true,
    });
    return [registration, stitch, perPlane(config), include('qc.yaml')];
  },
});

// Every shape of outputs, inputs and values.
function perPlane(config: Config): readonly AnyRule[] {
  const planes = rule('planes', {
    output: [
      temp('planes/{cycle}_z{z,[0-9]{3}}.tif'),
      directory(temp(`${config.folder}/{z}.zarr`)),
    ],
    input: `${config.folder}/{cycle}/{z}.tif`,
    constraints: { z: '[0-9]+' },
    log: ['logs/{cycle}_{z}.log'],
    params: {
      overlap: 0.1,
      flags: ['--fast', '{cycle}'],
      memory: config.memory,
      depth: ({ z: plane }, { input }) => Number(plane) + input.all.length,
    },
    threads: ({ cycle }, { attempt }) => cycle.length + attempt,
    resources: {
      mem: ({ z: plane }, { failure, attempt }) =>
        failure === 'oom' ? `${8 * attempt} GB` : `${plane} GB`,
      gpus: 0.5,
      oneOf: [
        { gpus: 1, threads: 1, expect: '8 min' },
        { threads: 16, licences: 2 },
      ],
    },
    priority: (wildcards) => Number(wildcards.z),
    retries: 2,
    expect: ({ z: plane }) => (plane === '1' ? '8 min' : 12),
    exec: ['planes', '{input}', config.folder],
  });
  const first: FileReference = planes.output[0];
  const lists = rule('lists', {
    output: { images: ['a/{cycle}.tif', 'b/{cycle}.tif'], table: 'c/{cycle}.csv' },
    input: {
      plane: expand(planes.output[0], { z: [1, 2, 3] }, { partial: true }),
      raw: glob('raw/{cycle}/*.{tif,tiff}'),
      again: ['x/{cycle}.txt', planes.output[1]].slice(0, 1),
      found: async ({ cycle }, { files }) => files.glob(`raw/${cycle}/*`),
    },
    script: 'lists.py',
  });
  const all = rule('all', {
    input: [
      ...expand('a/{cycle}.tif', { cycle: config.cycles }),
      expand(lists.output.images[1], { cycle: 1 }),
      ...expand('{x}/{y}', { x: ['a', 'b'], y: [1, 2] }, { zip: true }),
    ],
  });
  const computed = rule('computed', {
    output: config.folder,
    input: [first, 'whatever/{name}.txt', ({ name }) => [`${name}`, first], glob('*.{a,b}')],
    params: [1, 'two', null, { three: [4] }],
    shell: `cat ${config.folder}`,
  });
  const byFunction = rule('by-function', {
    output: 'f/{cycle}',
    input: ({ cycle }, { config: anyConfig, wildcards }) => ({
      one: `a/${cycle}`,
      many: [`b/${wildcards.cycle}`, String(anyConfig)],
      pinned: lists.output.table,
    }),
    shell: 'cat {input.one} > {output}',
  });
  const flagged = rule('flagged', {
    output: 'g/{cycle}.txt',
    input: {
      reference: ancient('genome/{cycle}.fa'),
      pinned: ancient(lists.output.table),
      many: orderOnly(expand('m/{cycle}/{x}', { x: [1, 2] }, { partial: true })),
      found: ancient(glob('raw/{cycle}/*')),
      mixed: ['a/{cycle}', ancient('b/{cycle}'), orderOnly(['c', first])],
      answered: ({ cycle }) => [ancient(`d/${cycle}`), `e/${cycle}`],
    },
    params: {
      level: volatile(3),
      title: volatile(({ cycle }, { input }) => `${cycle} of ${input.all.length}`),
    },
    shell: 'x {input.reference}',
  });
  const promising = rule('promising', {
    input: '{cycle}/in.txt',
    output: {
      kept: protect(directory('p/{cycle}.zarr')),
      done: touch('p/{cycle}.done'),
      maybe: optional('p/{cycle}.maybe'),
      sure: ensure('p/{cycle}.sure', { nonEmpty: true, sha256: 'ab' }),
      shown: report(ensure('p/{cycle}.png', { nonEmpty: true }), { caption: 'a plot' }),
    },
    shell: 'x {output.sure}',
  });
  const summary = rule('summary', {
    input: promising.output.maybe,
    after: 'any',
    output: 'summary/{cycle}',
    shell: 'cat {input} > {output}',
  });
  const sure: FileReference<'p/{cycle}.sure'> = promising.output.sure;
  const reader = rule('reader', { input: sure, output: 'q/{cycle}', shell: 'x {input}' });
  return [
    planes,
    lists,
    all,
    computed,
    byFunction,
    flagged,
    promising,
    summary,
    reader,
    ...helpers(config),
  ];
}

// What helpers answer is typed: names of wildcards, and paths that bear them.
function helpers(config: Config): readonly AnyRule[] {
  const { well, channel } = discover('raw/{well,[A-P][0-9]{2}}-{channel}.tif');
  const wells: readonly string[] = [...well, ...channel];
  const anything: Readonly<Record<string, readonly string[]>> = discover(config.folder);
  const call = rule('call', {
    output: multiext('calls/{sample}', { calls: '.vcf', index: '.vcf.idx' }),
    input: multiext('in/{sample}', '.fq', '.fq.idx'),
    params: { name: ({ sample }) => sample },
    shell: 'call',
  });
  const merge = rule('merge', {
    input: {
      calls: expand(call.output.calls, { sample: wells }),
      both: expand([call.output.calls, call.output.index], { sample: wells }),
      plain: expand(multiext('x/{sample}', '.a', '.b'), { sample: 1 }),
      zipped: expand('{well}/{channel}', discover('raw/{well}-{channel}.tif'), { zip: true }),
      part: expand(['{a}/{name}', '{b}/{name}'], { a: 1, b: 2 }, { partial: true }),
      found: expand(config.folder, anything),
    },
    output: 'merged/{name}.vcf',
    shell: 'merge',
  });
  const reads: string = lookup({
    table: 'samples.csv',
    where: { sample: 'A', lane: 1 },
    column: 'r',
  });
  const [first, second] = lookup({ table: 'samples.csv', column: ['a', 'b'] });
  const rows: readonly Readonly<Record<string, string>>[] = lookup({ table: 's.csv', all: true });
  const space = grid({ alpha: [0.1, 0.2], name: ['x', 'y'] });
  const sweep = rule('sweep', {
    output: `sweep/${space.pattern}/{seed}.txt`,
    input: ({ alpha, seed }) => `in/${alpha}/${seed}`,
    params: { point: space.params, alpha: (wildcards) => space.params(wildcards).alpha * 2 },
    shell: 'sweep',
  });
  const points = grid(rows.map((row) => ({ a: Number(row['a']), b: row['b'] ?? '' })));
  const sweeps = rule('sweeps', {
    input: {
      all_: expand(sweep.output, { ...space.values, seed: [reads, first, second] }),
      each: points.instances.map((it) => `x/${it}.txt`),
      zipped: expand('y/{a}/{b}', points.values, { zip: true }),
    },
  });
  return [call, merge, sweep, sweeps];
}

// Defaults instead of a schema, and no config at all.
export const plain = workflow({
  config: { cycles: [1, 2], folder: 'raw' },
  rules: (config) => rule('all', { input: config.cycles.map((it) => `${config.folder}/${it}`) }),
});
export const none = workflow({ rules: [rule('hello', { output: 'hello.txt', shell: 'echo' })] });

// A script, with what it expects of its rule and without.
export async function stitchStep(
  job: ScriptJob<{
    input: { tiles: string[] };
    output: { image: string };
    params: { overlap: number };
    wildcards: 'cycle';
    config: Config;
  }>,
): Promise<void> {
  const overlap: number = job.params.overlap * job.threads;
  const paths: readonly string[] = [job.output.image, ...job.input.tiles, ...job.input.all];
  await Promise.resolve([overlap, paths, job.wildcards.cycle, job.config.cycles.length]);
}
export function looseStep(job: ScriptJob): unknown {
  return [job.input['image'], job.output.all[0], job.params['x'], job.config, job.log[0]];
}
