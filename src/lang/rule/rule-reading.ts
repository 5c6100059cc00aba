import type { FindAuthorPlace } from '../../core/author-places.ts';
import { wrongValue } from '../../core/catalogue/workflow-file.ts';
import type { Diagnostic, SourceSpan } from '../../core/diagnostic.ts';
import { describeValue } from '../describe-value.ts';
import type { LocatedGlob } from './glob-inputs.ts';

/** Keys and places of list items, from the outermost in: `['input', 'tiles', 0]`. */
export type PropertyPath = readonly (string | number)[];

/** A rule that is being read: what is wrong with it is gathered, and the reading goes on. */
export interface RuleReading {
  readonly rule: string;
  readonly problems: Diagnostic[];
  /**
   * Where something of the rule is written; looked for only when it is shown. With a text: where
   * that text stands, else the key that it stands under. An empty path is the rule itself.
   */
  readonly span: (path: PropertyPath, text?: string) => SourceSpan;
  readonly find: FindAuthorPlace;
  /** How one writes here, for hints. */
  readonly face: Face;
  /** Globs among the inputs; their wildcards are checked once the outputs are known. */
  readonly globs: LocatedGlob[];
}

export type Face = 'typescript' | 'yaml';

/** Notes that a value is of the wrong kind. `field`: `input.tiles`, `params.min`. */
export function refuse(
  { rule, problems, face }: RuleReading,
  field: string,
  given: {
    readonly value: unknown;
    readonly wanted: string | Readonly<Record<Face, string>>;
    readonly span: SourceSpan;
  },
): void {
  const { value, wanted, span } = given;
  // In YAML a value is missing only where what it is made of was found wrong before.
  if (face === 'yaml' && value === undefined) return;
  const what = `\`${field}\` of rule \`${rule}\``;
  const hint = typeof wanted === 'string' ? wanted : wanted[face];
  problems.push(wrongValue(what, { found: describeValue(value), wanted: hint }, span));
}
