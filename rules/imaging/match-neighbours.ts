import { parallelMap } from 'dagflow';
import { whiten } from './correlation.ts';
import type { Image, Vector } from './image.ts';
import { type MatchableTile, matchTiles, type TileMatch } from './match-tiles.ts';
import type { TilePlan } from './tile-layout.ts';

export interface NeighbourMatches {
  /** By pair of the plan; null: nothing in common was found. */
  readonly matches: readonly (TileMatch | null)[];
  /** Evidence that tiles which do not belong together hardly ever reach. */
  readonly chance: number;
}

/** How many matches tell what chance can do. */
const CHANCE_MATCHES = 12;

/**
 * Matches all neighbours of a plan, in threads.
 *
 * What evidence means something depends on the scene and its noise, so it is measured: some pairs
 * are matched with the second tile turned or mirrored, where all likeness is chance. Believable is what
 * is above the largest of these and above their mean by four standard deviations. (Muhlich et
 * al., Bioinformatics 38:4613, 2022, take strips of random tiles for the same end.)
 */
export async function matchNeighbours(
  tiles: readonly Image[],
  plan: TilePlan,
  { reach, threads }: { readonly reach: number; readonly threads: number },
): Promise<NeighbourMatches> {
  const module = import.meta.url;
  const shared = tiles.map(inSharedMemory);
  const whitened = await parallelMap<Image, Image>({
    module,
    name: 'whitenTile',
    items: shared,
    threads,
  });
  const ready = shared.map((image, i) => ({ image, whitened: whitened[i] ?? image }));
  const tasks = plan.pairs.map(({ from, to }): PairTask => {
    const [a, b, start, end] = [ready[from], ready[to], plan.nominal[from], plan.nominal[to]];
    if (!a || !b || !start || !end) throw new Error(`tiles ${from} and ${to} are a pair`);
    return { a, b, nominal: { x: end.x - start.x, y: end.y - start.y }, reach, turn: 'none' };
  });
  const found = await parallelMap<PairTask, TileMatch | null>({
    module,
    name: 'matchPair',
    items: [...tasks, ...chanceTasks(tasks)],
    threads,
  });
  const evidence = found.slice(tasks.length).map((match) => match?.evidence ?? 0);
  return { matches: found.slice(0, tasks.length), chance: limitOfChance(evidence) };
}

/** What threads are to see is not copied to each of them. */
function inSharedMemory(image: Image): Image {
  const data = new Float32Array(new SharedArrayBuffer(image.data.byteLength));
  data.set(image.data);
  return { ...image, data };
}

type Turn = 'none' | 'half' | 'mirrored' | 'upside-down';

/** A few pairs, spread over all, that cannot match; each pair in several ways where pairs are few. */
function chanceTasks(tasks: readonly PairTask[]): PairTask[] {
  const turns = ['half', 'mirrored', 'upside-down'] as const;
  const all = turns.flatMap((turn) => tasks.map((task): PairTask => ({ ...task, turn })));
  const count = Math.min(CHANCE_MATCHES, all.length);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]).filter(
    (task) => task !== undefined,
  );
}

function limitOfChance(evidence: readonly number[]): number {
  const count = Math.max(1, evidence.length);
  const mean = evidence.reduce((sum, value) => sum + value, 0) / count;
  const variance = evidence.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  return Math.max(0, ...evidence, mean + 4 * Math.sqrt(variance));
}

/** Whitened, in memory that all threads see. */
export function whitenTile(image: Image): Image {
  return inSharedMemory(whiten(image));
}

export interface PairTask {
  readonly a: MatchableTile;
  readonly b: MatchableTile;
  readonly nominal: Vector;
  readonly reach: number;
  /** What is done to the second tile first. */
  readonly turn: Turn;
}

export function matchPair({ a, b, nominal, reach, turn }: PairTask): TileMatch | null {
  const second = { image: turned(b.image, turn), whitened: turned(b.whitened, turn) };
  return matchTiles(a, second, { nominal, reach }) ?? null;
}

function turned(image: Image, turn: Turn): Image {
  if (turn === 'none') return image;
  const { width, height } = image;
  const data = image.data.slice();
  if (turn !== 'upside-down') {
    for (let y = 0; y < height; y++) data.subarray(y * width, (y + 1) * width).reverse();
  }
  if (turn === 'mirrored') return { width, height, data };
  const rows = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    rows.set(data.subarray(y * width, (y + 1) * width), (height - 1 - y) * width);
  }
  return { width, height, data: rows };
}
