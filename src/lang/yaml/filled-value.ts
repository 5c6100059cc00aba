import { wrongValue } from '../../core/catalogue/workflow-file.ts';
import type { Diagnostic, SourceSpan } from '../../core/diagnostic.ts';
import type { LocatedGlob } from '../rule/glob-inputs.ts';
import { describeValue } from '../describe-value.ts';
import { fillConfig } from './fill-config.ts';
import { plainValue, type YamlNode } from './yaml-tree.ts';

/** What the values of a rule are made with. */
export interface RuleValues {
  readonly rule: string;
  readonly config: unknown;
  readonly problems: Diagnostic[];
  /** Texts whose wildcards are checked once the outputs are known. */
  readonly globs: LocatedGlob[];
}

/** A value with the config filled in, however deep. */
export function filledValue({ config, problems }: RuleValues, node: YamlNode): unknown {
  return plainValue(node, (scalar) => fillConfig(scalar, config, problems));
}

/** Notes that a value under a key is of the wrong kind. */
export function refuseValue(
  { rule, problems }: RuleValues,
  at: { readonly key: string; readonly span: SourceSpan },
  given: { readonly value: unknown; readonly wanted: string },
): void {
  const what = `\`${at.key}\` of rule \`${rule}\``;
  const found = describeValue(given.value);
  problems.push(wrongValue(what, { found, wanted: given.wanted }, at.span));
}
