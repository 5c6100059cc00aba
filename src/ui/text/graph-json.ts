import type { GraphDrawing } from '../view/graph-drawing.ts';

/**
 * A drawing as JSON, a node or an edge a line:
 * `{ "version": 1, "graph": "jobs", "nodes": [{ "id", "kind", "label", … }], "edges": [{ "from", "to" }] }`.
 */
export function graphJson({ of, nodes, edges }: GraphDrawing): string {
  const nodeRows = nodes.map(({ id, kind, label, rule, wildcards, verdict }) =>
    JSON.stringify({ id, kind, label, rule, wildcards, verdict }),
  );
  const edgeRows = edges.map(({ from, to }) =>
    JSON.stringify({ from: nodes[from]?.id, to: nodes[to]?.id }),
  );
  const head = `{"version":1,"graph":${JSON.stringify(of)}`;
  return `${head},"nodes":${listText(nodeRows)},"edges":${listText(edgeRows)}}`;
}

function listText(rows: readonly string[]): string {
  return rows.length === 0 ? '[]' : `[\n${rows.join(',\n')}\n]`;
}
