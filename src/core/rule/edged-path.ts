import type { EdgeKind } from './rule.ts';

/** A path in the answer of an input function that says how the job depends on it. */
export class EdgedPath {
  readonly path: unknown;
  readonly edge: EdgeKind;

  constructor(path: unknown, edge: EdgeKind) {
    this.path = path;
    this.edge = edge;
  }
}
