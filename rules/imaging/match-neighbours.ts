import { parallelMap } from 'dagflow';
import { whiten } from './correlation.ts';
import type { Image, Vector } from './image.ts';
import { evidenceOf, type MatchableTile, matchTiles, type TileMatch } from './match-tiles.ts';
import type { TilePair } from './tile-grid.ts';
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
 * What evidence means something depends on the scene and its noise, so it is measured: some tiles
 * are matched that do not belong together, where all likeness is chance. Believable is what
 * is above their mean by five standard deviations. (Muhlich et
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
  const matches = await parallelMap<PairTask, TileMatch | null>({
    module,
    name: 'matchPair',
    items: tasks,
    threads,
  });
  const evidence = await parallelMap<PairTask, number>({
    module,
    name: 'chanceOf',
    items: chanceTasks(tasks, plan.pairs),
    threads,
  });
  return { matches, chance: limitOfChance(evidence) };
}

/** What threads are to see is not copied to each of them. */
function inSharedMemory(image: Image): Image {
  const data = new Float32Array(new SharedArrayBuffer(image.data.byteLength));
  data.set(image.data);
  return { ...image, data };
}

type Turn = 'none' | 'half' | 'mirrored' | 'upside-down';

/**
 * A few matches that cannot be right: of tiles that are no neighbours, or, where there are too few of
 * those, of neighbours of which one is turned.
 */
function chanceTasks(tasks: readonly PairTask[], pairs: readonly TilePair[]): PairTask[] {
  const neighbours = new Set(pairs.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
  const strangers: PairTask[] = [];
  for (let shift = 1; shift < pairs.length && strangers.length < CHANCE_MATCHES; shift++) {
    for (const [i, task] of tasks.entries()) {
      const other = (i + shift) % tasks.length;
      const [from, to] = [pairs[i]?.from, pairs[other]?.to];
      if (from === to || neighbours.has(`${from} ${to}`)) continue;
      strangers.push({ ...task, b: tasks[other]?.b ?? task.b });
    }
  }
  const turns = ['half', 'mirrored', 'upside-down'] as const;
  const similar = turns.flatMap((turn) => tasks.map((task): PairTask => ({ ...task, turn })));
  return [
    ...evenly(strangers, CHANCE_MATCHES),
    ...evenly(similar, CHANCE_MATCHES - strangers.length),
  ];
}

function evenly<Item>(items: readonly Item[], limit: number): Item[] {
  const count = Math.max(0, Math.min(limit, items.length));
  return Array.from({ length: count }, (_, i) =>
    items.at(Math.floor((i * items.length) / count)),
  ).filter((item) => item !== undefined);
}

function limitOfChance(evidence: readonly number[]): number {
  const count = Math.max(1, evidence.length);
  const mean = evidence.reduce((sum, value) => sum + value, 0) / count;
  const variance = evidence.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  return mean + 5 * Math.sqrt(variance);
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
  /** What is done to the second tile first, where chance is asked for. */
  readonly turn: Turn;
}

/** How two tiles lie: see `matchTiles`. Null: nothing in common was found. */
export function matchPair({ a, b, nominal, reach }: PairTask): TileMatch | null {
  return matchTiles(a, b, { nominal, reach }) ?? null;
}

/** Evidence of a match that cannot be right. */
export function chanceOf({ a, b, nominal, reach, turn }: PairTask): number {
  const second = { image: turned(b.image, turn), whitened: turned(b.whitened, turn) };
  return evidenceOf(a, second, { nominal, reach });
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
