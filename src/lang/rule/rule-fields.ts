import { isRecord } from '../../core/config/deep-merge.ts';
import { RULE_FIELDS } from '../schema/rule-schema.ts';

/** The keys of a rule, the same in both faces. */
export const RULE_KEYS: readonly string[] = Object.keys(RULE_FIELDS);

/** What a wildcard without a constraint matches in both faces: one path segment. */
export const WILDCARD_DEFAULT = '[^/]+';

/** That of the workflow comes first. */
export function joinPreambles(
  workflow: string | undefined,
  rule: string | undefined,
): string | undefined {
  if (workflow === undefined || rule === undefined) return workflow ?? rule;
  return `${workflow.trimEnd()}\n${rule}`;
}

export function isTextRecord(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((it) => typeof it === 'string');
}
