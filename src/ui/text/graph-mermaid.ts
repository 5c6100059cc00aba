import type { DrawnNode, GraphDrawing } from '../view/graph-drawing.ts';
import { visible } from './visible.ts';

/** As in the other languages: what is done is dashed, what runs is bold. */
const CLASSES = [
  'classDef keep stroke-dasharray:6 4',
  'classDef run stroke-width:3px',
  'classDef conditional stroke-width:1px',
  'classDef dormant stroke-dasharray:2 3',
  'classDef held fill:lightgray',
];

/** A drawing as a flowchart in Mermaid's language, as READMEs and notebooks show it. */
export function graphMermaid({ nodes, edges }: GraphDrawing): string {
  const lines = ['flowchart TB', ...nodes.map((node) => `  ${nodeText(node)}`)];
  for (const { from, to } of edges) lines.push(`  ${nodes[from]?.id} --> ${nodes[to]?.id}`);
  const used = new Set<string | undefined>(nodes.map(({ verdict }) => verdict));
  for (const line of CLASSES) if (used.has(line.split(' ')[1])) lines.push(`  ${line}`);
  return lines.join('\n');
}

function nodeText({ id, kind, lines, verdict }: DrawnNode): string {
  const label = `"${lines.map(escaped).join('<br/>')}"`;
  if (kind === 'file') return `${id}[/${label}/]`;
  return `${id}(${label})${verdict === undefined ? '' : `:::${verdict}`}`;
}

/**
 * Letters, digits and what means nothing to Mermaid stay; the rest is written by number. It has no
 * quoting: quotes end a label, and HTML and Markdown are looked for within it.
 */
function escaped(text: string): string {
  return visible(text).replaceAll(/[^\p{L}\p{N} ,.=/]/gu, (it) => `#${it.codePointAt(0)};`);
}
