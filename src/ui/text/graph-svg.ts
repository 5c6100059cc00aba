import type { DrawnNode, GraphDrawing, VerdictName } from '../view/graph-drawing.ts';
import { type Box, layOutGraph, type Point, type Size } from '../view/graph-layout.ts';
import { visible } from './visible.ts';

const FONT_PX = 12;
const LINE_PX = 16;
const PADDING_PX = 10;
/** Of the characters of most sans-serif fonts; a few are wider, most are narrower. */
const CHARACTER_PX = 7.2;
/** Longer lines are cut; the whole is told when the pointer rests on the box. */
const CHARACTERS_SHOWN = 40;

const LOOKS: Readonly<Record<VerdictName, string>> = {
  keep: '.keep rect{stroke-dasharray:6 4}',
  run: '.run rect{stroke-width:2.5}',
  conditional: '.conditional rect{stroke-width:1}',
  dormant: '.dormant rect{stroke-dasharray:1.5 3}',
  held: '.held rect{fill:#ddd}',
};

const STYLE = [
  `text{font:${FONT_PX}px sans-serif;text-anchor:middle;fill:#222}`,
  'rect{fill:#fff;stroke:#444;stroke-width:1}',
  '.file rect{fill:#f2f5f9;stroke:none}',
  '.edge{fill:none;stroke:#777;stroke-width:1}',
  ...Object.values(LOOKS),
].join('');

/**
 * A drawing as a picture that needs nothing beside it. A box is a `<g>` with the node's id, an arrow
 * a `<path>` with the ids of both its ends.
 */
export function graphSvg(drawing: GraphDrawing): string {
  const { nodes, edges } = drawing;
  const shown = nodes.map(({ lines }) => lines.map(shownLine));
  const { width, height, boxes, arrows } = layOutGraph(drawing, shown.map(sizeOf));
  const size = `${rounded(width)} ${rounded(height)}`;
  const [wide, high] = size.split(' ');
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${size}">`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#777"/></marker></defs>',
    `<rect width="100%" height="100%" style="stroke:none"/>`,
  ];
  for (const [index, { from, to }] of edges.entries()) {
    const ends = `data-from="${nodes[from]?.id}" data-to="${nodes[to]?.id}"`;
    lines.push(
      `<path class="edge" ${ends} marker-end="url(#tip)" d="${curve(arrows[index] ?? [])}"/>`,
    );
  }
  for (const [index, node] of nodes.entries()) {
    const box = boxes[index];
    if (box !== undefined) lines.push(boxText(node, shown[index] ?? [], box));
  }
  return [...lines, '</svg>'].join('\n');
}

function boxText(
  { id, kind, label, verdict }: DrawnNode,
  lines: readonly string[],
  box: Box,
): string {
  const middle = rounded(box.x + box.width / 2);
  const first = box.y + PADDING_PX + FONT_PX;
  const texts = lines.map(
    (line, index) =>
      `<text x="${middle}" y="${rounded(first + index * LINE_PX)}">${escaped(line)}</text>`,
  );
  const place = `x="${rounded(box.x)}" y="${rounded(box.y)}"`;
  const rect = `<rect ${place} width="${rounded(box.width)}" height="${rounded(box.height)}" rx="6"/>`;
  const looks = verdict === undefined ? kind : `${kind} ${verdict}`;
  return `<g id="${id}" class="${looks}"><title>${escaped(label)}</title>${rect}${texts.join('')}</g>`;
}

/** Through the first and the last point, and along the others without corners. */
function curve(points: readonly Point[]): string {
  const [start, ...rest] = points;
  const end = rest.pop();
  if (start === undefined || end === undefined) return '';
  const steps = rest.map((point, index) => {
    const next = rest[index + 1];
    const to = next === undefined ? end : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${pair(point)} ${pair(to)}`;
  });
  return `M${pair(start)}${steps.length === 0 ? `L${pair(end)}` : steps.join('')}`;
}

function sizeOf(lines: readonly string[]): Size {
  const columns = Math.max(1, ...lines.map((line) => columnsOf(line)));
  return {
    width: Math.ceil(columns * CHARACTER_PX) + 2 * PADDING_PX,
    height: lines.length * LINE_PX + 2 * PADDING_PX - (LINE_PX - FONT_PX),
  };
}

/** Characters of the East are about twice as wide as those of Latin. */
function columnsOf(line: string): number {
  let columns = 0;
  for (const character of line) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|[\u{10000}-\u{10FFFF}]/u;

function shownLine(line: string): string {
  const characters = Array.from(visible(line));
  if (characters.length <= CHARACTERS_SHOWN) return characters.join('');
  // The ends of paths and values are what tells them apart.
  const head = characters.slice(0, CHARACTERS_SHOWN / 2 - 1).join('');
  return `${head}…${characters.slice(-CHARACTERS_SHOWN / 2).join('')}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Without what XML cannot hold in any way: halves of characters, and two that are none. */
function escaped(text: string): string {
  return visible(text)
    .replaceAll(/[\uD800-\uDFFF\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/gu, (it) => ENTITIES[it] ?? it);
}

function pair({ x, y }: Point): string {
  return `${rounded(x)} ${rounded(y)}`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
