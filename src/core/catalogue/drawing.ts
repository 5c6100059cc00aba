import type { Diagnostic } from '../diagnostic.ts';

/** `flow graph --format svg` of more than can be laid out in a reasonable time. */
export function drawingTooLarge(size: {
  readonly of: 'jobs' | 'rules' | 'files';
  readonly nodes: number;
  readonly edges: number;
}): Diagnostic {
  return {
    code: 'drawing-too-large',
    kind: 'usage',
    severity: 'error',
    title: `a graph of ${size.nodes} nodes and ${size.edges} edges is too large to be laid out`,
    spans: [],
    facts: [],
    hint:
      size.of === 'rules'
        ? 'write it with `--format dot`, and draw it with Graphviz (`sfdp`)'
        : 'draw its rules with `--rules`, name fewer targets, or write it with `--format dot`',
  };
}
