import { Graph, layout } from '@dagrejs/dagre';
import type { GraphDrawing } from './graph-drawing.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A node's box; the point is its upper left corner. */
export interface Box extends Point, Size {}

/** Where everything of a drawing stands, in pixels from the upper left corner. */
export interface GraphLayout extends Size {
  /** As the drawing has them. */
  readonly boxes: readonly Box[];
  /** As the drawing has them: from the border of one box, past others, to the border of another. */
  readonly arrows: readonly (readonly Point[])[];
}

const MARGIN = 12;
/** How far an arrow from a box to itself leaves it. */
const LOOP = 10;
/** Up to here the ranks with the shortest arrows are worth what they take to find. */
const CAREFUL_NODES = 200;

/**
 * How much there is to place: nodes, and each rank that an arrow crosses, since it needs a place
 * there too. Laying out takes time, and more than in proportion.
 */
export function layoutWork({ nodes, edges }: GraphDrawing): number {
  const rank = new Int32Array(nodes.length);
  // Nodes come after what they need, so one pass is enough.
  for (const { from, to } of edges) rank[to] = Math.max(rank[to] ?? 0, (rank[from] ?? 0) + 1);
  let work = nodes.length;
  for (const { from, to } of edges) work += Math.abs((rank[to] ?? 0) - (rank[from] ?? 0));
  return work;
}

/**
 * Places nodes in ranks, what is needed above what needs it, with few crossings: the method of
 * Gansner, Koutsofios, North and Vo (1993), as dagre carries it out.
 */
export function layOutGraph({ nodes, edges }: GraphDrawing, sizes: readonly Size[]): GraphLayout {
  const graph = new Graph();
  const ranker = nodes.length <= CAREFUL_NODES ? 'network-simplex' : 'tight-tree';
  graph.setGraph({ ranker, nodesep: 24, ranksep: 40, marginx: MARGIN, marginy: MARGIN });
  for (const [index] of nodes.entries()) {
    const { width = 0, height = 0 } = sizes[index] ?? {};
    graph.setNode(String(index), { width, height });
  }
  for (const { from, to } of edges) graph.setEdge(String(from), String(to), {});
  if (nodes.length > 0) layout(graph);
  const { width = 2 * MARGIN, height = 2 * MARGIN } = graph.graph();
  return {
    width,
    height,
    boxes: nodes.map((_, index) => {
      // What dagre gives is the middle.
      const { x, y, width: wide, height: high } = graph.node(String(index));
      return { x: x - wide / 2, y: y - high / 2, width: wide, height: high };
    }),
    arrows: edges.map(({ from, to }) =>
      from === to ? loop(graph.node(String(from))) : graph.edge(String(from), String(to)).points,
    ),
  };
}

/** Out of the right side of a box and back; dagre leaves room there. */
function loop({ x, y, width, height }: Box): Point[] {
  const right = x + width / 2;
  const [above, below] = [y - height / 4, y + height / 4];
  return [
    { x: right, y: above },
    { x: right + LOOP, y: above },
    { x: right + LOOP, y: below },
    { x: right, y: below },
  ];
}
