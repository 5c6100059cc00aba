import { badPattern } from '../catalogue/language-pattern.ts';
import { paramNotJson } from '../catalogue/language-rule.ts';
import { targetWildcard, unknownWildcard } from '../catalogue/language-wildcard.ts';
import { PatternError } from '../pattern/pattern-error.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Making } from './make-path.ts';
import { patternsIn } from './param-texts.ts';
import type { Param } from './rule.ts';

/** Checks the params of a rule as far as they are values. `wildcardNames`: undefined if unknown. */
export function checkParams(making: Making, wildcardNames: readonly string[] | undefined): void {
  making.draft.params.forEach((param, index) => {
    if (typeof param.value === 'function') return;
    const name = paramName(param, index);
    const canonical = canonicalJson(param.value);
    if (typeof canonical === 'string') {
      checkTexts(making, param, wildcardNames);
    } else {
      const { span } = param;
      const where = { rule: making.draft.name, span, name, ...canonical.fault };
      making.diagnostics.push(paramNotJson(where));
    }
  });
}

/** `min`, or `[0]` for a param without a name. */
export function paramName({ name }: Param, index: number): string {
  return name ?? `[${index}]`;
}

function checkTexts(
  { draft, diagnostics }: Making,
  { value, span }: Param,
  wildcardNames: readonly string[] | undefined,
): void {
  if (typeof value === 'function') return;
  try {
    for (const { wildcardNames: own } of patternsIn(value).values()) {
      for (const name of own) {
        if (wildcardNames === undefined || wildcardNames.includes(name)) continue;
        const where = { what: 'a param', rule: draft.name, span };
        const hasOutputs = draft.output.some(({ items }) => items.length > 0);
        diagnostics.push(
          hasOutputs ? unknownWildcard(name, wildcardNames, where) : targetWildcard(name, where),
        );
      }
    }
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    diagnostics.push(badPattern(error, { what: `param of rule \`${draft.name}\``, span }));
  }
}
