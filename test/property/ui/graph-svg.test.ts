import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphSvg } from '../../../src/ui/text/graph-svg.ts';
import type { DrawnEdge, DrawnNode, GraphDrawing } from '../../../src/ui/view/graph-drawing.ts';

const NAME = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(...Array.from('<>&"\'\u0000\uD800\uFFFE]é漢')),
    maxLength: 60,
  }),
);

/** Any graph, with arrows from earlier nodes to later ones; rules may also go back. */
function anyDrawing(maxNodes: number): fc.Arbitrary<GraphDrawing> {
  const names = fc.array(NAME, { minLength: 1, maxLength: maxNodes });
  const picks = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 2 * maxNodes });
  return fc.tuple(names, picks, fc.boolean()).map((parts) => drawingOf(...parts));
}

function drawingOf(
  names: readonly string[],
  picks: readonly (readonly [number, number])[],
  mayGoBack: boolean,
): GraphDrawing {
  const nodes = names.map(
    (name, index): DrawnNode => ({ kind: 'rule', id: `r${index}`, label: name, lines: [name] }),
  );
  const edges = new Map<string, DrawnEdge>();
  for (const pick of picks) {
    const [a, b] = [pick[0] % names.length, pick[1] % names.length];
    const edge = mayGoBack ? { from: a, to: b } : { from: Math.min(a, b), to: Math.max(a, b) };
    if (mayGoBack || a !== b) edges.set(`${edge.from} ${edge.to}`, edge);
  }
  return { of: 'rules', nodes, edges: [...edges.values()] };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const BOX =
  /<g id="(?<id>\w+)".*?<rect x="(?<x>[\d.-]+)" y="(?<y>[\d.-]+)" width="(?<w>[\d.]+)" height="(?<h>[\d.]+)"/gu;
const ARROW =
  /data-from="(?<from>\w+)" data-to="(?<to>\w+)"[^>]* d="M(?<x1>[\d.-]+) (?<y1>[\d.-]+)[^"]*?(?<x2>[\d.-]+) (?<y2>[\d.-]+)"/gu;

function boxesIn(svg: string): Map<string, Box> {
  const boxes = new Map<string, Box>();
  for (const { groups = {} } of svg.matchAll(BOX)) {
    const [x, y] = [Number(groups['x']), Number(groups['y'])];
    const [right, bottom] = [x + Number(groups['w']), y + Number(groups['h'])];
    boxes.set(groups['id'] ?? '', { left: x, top: y, right, bottom });
  }
  return boxes;
}

/** Numbers are rounded to a tenth. */
const NEAR = 0.2;

function touches(box: Box | undefined, x: number, y: number): boolean {
  if (box === undefined) return false;
  const isWithin =
    x > box.left - NEAR && x < box.right + NEAR && y > box.top - NEAR && y < box.bottom + NEAR;
  const isInside =
    x > box.left + NEAR && x < box.right - NEAR && y > box.top + NEAR && y < box.bottom - NEAR;
  return isWithin && !isInside;
}

test('boxes do not overlap and lie within the picture, and each arrow leads from its one end to its other', () => {
  fc.assert(
    fc.property(anyDrawing(25), (drawing) => {
      const svg = graphSvg(drawing);
      const boxes = boxesIn(svg);
      expect([...boxes.keys()]).toEqual(drawing.nodes.map(({ id }) => id));
      const [, width = 0, height = 0] = (/width="([\d.]+)" height="([\d.]+)"/u.exec(svg) ?? []).map(
        Number,
      );
      const all = [...boxes.values()];
      for (const [index, one] of all.entries()) {
        expect(one.left >= 0 && one.top >= 0 && one.right <= width && one.bottom <= height).toBe(
          true,
        );
        for (const other of all.slice(index + 1)) {
          const isApart =
            one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top;
          expect(isApart, JSON.stringify([one, other])).toBe(true);
        }
      }
      const arrows = [...svg.matchAll(ARROW)].map(({ groups = {} }) => groups);
      expect(arrows.map(({ from, to }) => `${from} ${to}`)).toEqual(
        drawing.edges.map(({ from, to }) => `r${from} r${to}`),
      );
      for (const { from = '', to = '', x1, y1, x2, y2 } of arrows) {
        expect(touches(boxes.get(from), Number(x1), Number(y1)), `start of ${from} ${to}`).toBe(
          true,
        );
        expect(touches(boxes.get(to), Number(x2), Number(y2)), `end of ${from} ${to}`).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

const READER = `
import json, sys
from xml.dom import minidom
print(json.dumps([[t.firstChild.data if t.firstChild else "" for t in minidom.parseString(d.encode()).getElementsByTagName("title")]
                  for d in json.load(sys.stdin)]))
`;

test('what is drawn is well-formed XML, whatever names there are', () => {
  const svgs = fc.sample(anyDrawing(8), { numRuns: 200, seed: 7 }).map(graphSvg);
  const titles: string[][] = JSON.parse(
    execFileSync('python3', ['-c', READER], { input: JSON.stringify(svgs), encoding: 'utf8' }),
  );
  expect(titles).toHaveLength(200);
  expect(titles.every((all, index) => all.length === boxesIn(svgs[index] ?? '').size)).toBe(true);
});
