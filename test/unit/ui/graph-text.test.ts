import { expect, test } from 'vitest';
import { graphDot } from '../../../src/ui/text/graph-dot.ts';
import { graphJson } from '../../../src/ui/text/graph-json.ts';
import { graphMermaid } from '../../../src/ui/text/graph-mermaid.ts';
import { graphSvg } from '../../../src/ui/text/graph-svg.ts';
import {
  drawFiles,
  drawJobs,
  drawRules,
  type GraphDrawing,
} from '../../../src/ui/view/graph-drawing.ts';
import { layoutWork } from '../../../src/ui/view/graph-layout.ts';
import type { Plan } from '../../../src/core/plan/plan.ts';
import { PlanRig } from '../core/plan/plan-rig.ts';

const RULES = [
  'all: <- sum.txt',
  'sum: sum.txt <- a.n b.n',
  'count: {x}.n <- {x}.txt {x}.d/part',
  'split: dir({x}.d) <- {x}.txt',
];

/** Sample `a` was edited since all was made, so its jobs run, and the sum if they change. */
async function planOf(...targets: string[]): Promise<Plan> {
  const rig = new PlanRig(RULES);
  await rig.done('all');
  return (await rig.put('a.txt', 'other').plan({ targets })).plan;
}

function arrows({ nodes, edges }: GraphDrawing): string[] {
  return edges.map(({ from, to }) => `${nodes[from]?.label} > ${nodes[to]?.label}`).toSorted();
}

test('a drawing of jobs has a node a job, with its verdict, and an arrow from each that it needs', async () => {
  const drawing = drawJobs(await planOf('all'));
  expect(drawing.nodes.map(({ label, verdict }) => `${label} ${verdict}`).toSorted()).toEqual([
    'all keep',
    'count x=a run',
    'count x=b keep',
    'split x=a run',
    'split x=b keep',
    'sum conditional',
  ]);
  expect(arrows(drawing)).toEqual([
    'count x=a > sum',
    'count x=b > sum',
    'split x=a > count x=a',
    'split x=b > count x=b',
    'sum > all',
  ]);
});

test('a drawing of rules has a node a rule, whatever the number of jobs', async () => {
  expect(arrows(drawRules(await planOf('all')))).toEqual([
    'count > sum',
    'split > count',
    'sum > all',
  ]);
});

test('a drawing of files has jobs between the files that they read and make', async () => {
  expect(arrows(drawFiles(await planOf('a.n')))).toEqual([
    'a.d/part > count x=a',
    'a.txt > count x=a',
    'a.txt > split x=a',
    'count x=a > a.n',
    'split x=a > a.d',
    'split x=a > a.d/part',
  ]);
});

const NASTY: GraphDrawing = {
  of: 'jobs',
  nodes: [
    {
      kind: 'job',
      id: 'j0',
      label: 'end x="a"\\b',
      lines: ['end', 'x="a"\\b'],
      rule: 'end',
      wildcards: { x: '"a"\\b' },
      verdict: 'run',
    },
    { kind: 'file', id: 'f1', label: '<b>`x`#1;é & :\n', lines: ['<b>`x`#1;é & :\n'] },
  ],
  edges: [{ from: 0, to: 1 }],
};

test('Graphviz reads labels as they are', () => {
  expect(graphDot(NASTY)).toMatchInlineSnapshot(`
    "digraph jobs {
      node [shape=box, style=rounded, fontname="sans-serif"];
      j0 [label="end x=\\"a\\"\\\\b", style="rounded,bold"];
      f1 [label="<b>\`x\`#1;é & :
    ", shape=plaintext];
      j0 -> f1;
    }"
  `);
});

test('Mermaid gets a flowchart in which only letters and digits stand for themselves', () => {
  expect(graphMermaid(NASTY)).toMatchInlineSnapshot(`
    "flowchart TB
      j0("end<br/>x=#34;a#34;#92;b"):::run
      f1[/"#60;b#62;#96;x#96;#35;1#59;é #38; #58;#92;n"/]
      j0 --> f1
      classDef run stroke-width:3px"
  `);
});

test('JSON has a node or an arrow a line', () => {
  const text = graphJson(NASTY);
  expect(JSON.parse(text)).toEqual({
    version: 1,
    graph: 'jobs',
    nodes: [
      {
        id: 'j0',
        kind: 'job',
        label: 'end x="a"\\b',
        rule: 'end',
        wildcards: { x: '"a"\\b' },
        verdict: 'run',
      },
      { id: 'f1', kind: 'file', label: '<b>`x`#1;é & :\n' },
    ],
    edges: [{ from: 'j0', to: 'f1' }],
  });
  expect(text.split('\n')).toHaveLength(6);
  expect(graphJson({ of: 'jobs', nodes: [], edges: [] })).toBe(
    '{"version":1,"graph":"jobs","nodes":[],"edges":[]}',
  );
});

test('long lines are cut in the middle, and told whole in the title', () => {
  const label = `${'a'.repeat(40)}${'z'.repeat(40)}`;
  const svg = graphSvg({
    of: 'files',
    nodes: [{ kind: 'file', id: 'f0', label, lines: [label] }],
    edges: [],
  });
  expect(svg).toContain(`<title>${label}</title>`);
  expect(svg).toContain(`>${'a'.repeat(19)}…${'z'.repeat(20)}</text>`);
});

test('the work of laying out counts nodes, and the ranks that arrows cross', () => {
  const nodes = ['a', 'b', 'c'].map((label) => ({
    kind: 'rule' as const,
    id: label,
    label,
    lines: [label],
  }));
  const edges = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 0, to: 2 },
  ];
  expect(layoutWork({ of: 'rules', nodes, edges })).toBe(3 + 1 + 1 + 2);
});
