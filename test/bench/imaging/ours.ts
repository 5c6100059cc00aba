// The steps' own functions on the arrays, in the threads of the job.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parallelMap, type ScriptJob } from 'dagflow';
import { BASIC_DEFAULTS, fitFlatfield } from '../../../rules/imaging/basic-illumination.ts';
import { projectFocus } from '../../../rules/imaging/focus-projection.ts';
import type { Image, Volume } from '../../../rules/imaging/image.ts';
import { matchNeighbours } from '../../../rules/imaging/match-neighbours.ts';
import {
  type DeconvolutionRequest,
  deconvolve,
  splitIntoBlocks,
} from '../../../rules/imaging/richardson-lucy.ts';
import { planTiles } from '../../../rules/imaging/tile-layout.ts';

export interface OursJob {
  input: { folder: string };
  output: { seconds: string };
  params: { rounds: number };
}

const module = import.meta.url;

export default async function ours(job: ScriptJob<OursJob>): Promise<void> {
  const { threads, params } = job;
  const arrays = readArrays(job.input.folder);
  const samples: Record<string, [wall: number, cpu: number][]> = {};
  for (const [name, work] of Object.entries(works(arrays, threads))) {
    const rounds: [number, number][] = [];
    for (let round = 0; round < params.rounds; round++) {
      const [start, cpu] = [performance.now(), cpuSeconds()];
      await work();
      rounds.push([(performance.now() - start) / 1e3, cpuSeconds() - cpu]);
    }
    samples[name] = rounds;
  }
  writeFileSync(job.output.seconds, JSON.stringify(samples));
}

/** Of all threads of the process. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

interface Arrays {
  readonly iterations: number;
  readonly columns: number;
  image(name: string, from: number, count: number): Image[];
  volume(name: string): Volume;
}

function readArrays(folder: string): Arrays {
  const shapes = JSON.parse(readFileSync(join(folder, 'shapes.json'), 'utf8'));
  const shared = (name: string): Float32Array => {
    const bytes = readFileSync(join(folder, `${name}.f32`));
    const data = new Float32Array(new SharedArrayBuffer(bytes.length));
    new Uint8Array(data.buffer).set(bytes);
    return data;
  };
  return {
    ...shapes,
    image(name, from, count) {
      const [height, width] = shapes[name].slice(-2);
      const data = shared(name);
      const size = width * height;
      return Array.from({ length: count }, (_, i) => ({
        width,
        height,
        data: data.subarray((from + i) * size, (from + i + 1) * size),
      }));
    },
    volume(name) {
      const [depth, height, width] = shapes[name];
      return { width, height, depth, data: shared(name) };
    },
  };
}

function works(arrays: Arrays, threads: number): Record<string, () => Promise<unknown>> {
  const stacks = [0, 25].map((from) => arrays.image('illumination', from, 25));
  const volume = arrays.volume('volume');
  const psf = arrays.volume('psf');
  const tiles = arrays.image('tiles', 0, 9);
  const channels = [0, 9].map((from) => arrays.image('focus', from, 9));
  const blocks = splitIntoBlocks(volume, 512);
  const { iterations, columns } = arrays;
  const grid = { rows: columns, columns, overlap: 0.15 };
  const plan = planTiles(grid, { width: 640, height: 640 });
  return {
    illumination: () => parallelMap({ module, name: 'fitStack', items: stacks, threads }),
    lucy: () =>
      parallelMap({
        module,
        name: 'deconvolveBlock',
        items: blocks.map((core): DeconvolutionRequest => ({ volume, psf, core, iterations })),
        threads,
      }),
    registration: async () => await matchNeighbours(tiles, plan, { reach: 20, threads }),
    focus: () => parallelMap({ module, name: 'project', items: channels, threads }),
  };
}

export function fitStack(stack: readonly Image[]): number {
  return fitFlatfield(stack, BASIC_DEFAULTS).data[0] ?? 0;
}

export function deconvolveBlock(request: DeconvolutionRequest): number {
  return deconvolve(request).data[0] ?? 0;
}

export async function project(planes: readonly Image[]): Promise<number> {
  return (await projectFocus(planes, { radius: 2, sigma: 10 })).depth[0] ?? 0;
}
