import type { DrawnNode, GraphDrawing, VerdictName } from '../view/graph-drawing.ts';

/** How a job is drawn, by verdict; read by people who cannot tell colours apart too. */
const LOOKS: Readonly<Record<VerdictName, string>> = {
  keep: 'style="rounded,dashed"',
  run: 'style="rounded,bold"',
  conditional: 'style="rounded"',
  dormant: 'style="rounded,dotted"',
  held: 'style="rounded,filled", fillcolor="#eeeeee"',
};

/** A drawing in Graphviz's language. */
export function graphDot({ of, nodes, edges }: GraphDrawing): string {
  const lines = [`digraph ${of} {`, '  node [shape=box, style=rounded, fontname="sans-serif"];'];
  for (const node of nodes) lines.push(`  ${node.id} [label=${quoted(node.label)}${look(node)}];`);
  for (const { from, to } of edges) lines.push(`  ${nodes[from]?.id} -> ${nodes[to]?.id};`);
  return [...lines, '}'].join('\n');
}

function look({ kind, verdict }: DrawnNode): string {
  if (kind === 'file') return ', shape=plaintext';
  return verdict === undefined ? '' : `, ${LOOKS[verdict]}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
