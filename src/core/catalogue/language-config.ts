import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';

/** An argument of `--config` that is no assignment. */
export function badAssignment(argument: string, why: 'no-value' | 'no-key'): Diagnostic {
  const what = why === 'no-value' ? 'gives no value' : 'names no key';
  return {
    code: 'config-assignment',
    kind: 'usage',
    severity: 'error',
    title: `\`--config ${argument}\` ${what}`,
    spans: [],
    facts: [],
    hint: 'write `KEY=VALUE`, or `KEY.KEY=VALUE` for a key within another',
  };
}

/** The value of an argument of `--config` does not parse. `problem`: what is wrong with it as YAML. */
export function badConfigValueText(typed: string, problem: Diagnostic): Diagnostic {
  return {
    code: 'config-assignment',
    kind: 'usage',
    severity: 'error',
    title: `\`${typed}\`: ${problem.title}`,
    spans: [],
    facts: [],
    hint: 'the value is YAML: a text that looks like something else goes in quotes, `KEY=\'"TEXT"\'`',
  };
}

/** `path` ends in what is no place in a list, or comes after the one after its last. */
export function noConfigPlace(path: readonly string[], length: number): Diagnostic {
  const list = path.slice(0, -1).join('.');
  const items = `${length} ${length === 1 ? 'item' : 'items'}`;
  return {
    code: 'config-place',
    kind: 'usage',
    severity: 'error',
    title: `there is no place \`${path.join('.')}\` in the config: the list \`${list}\` has ${items}`,
    spans: [],
    facts: [],
    hint: `places count from 0; \`${list}.${length}\` adds one`,
  };
}

/** A key in the config that the workflow's schema does not know. */
export function unknownConfigKey(
  path: readonly (string | number)[],
  siblings: readonly string[],
  span: SourceSpan | undefined,
): Diagnostic {
  const key = String(path.at(-1));
  const known = siblings.map((name) => `\`${name}\``).join(', ');
  return {
    code: 'unknown-config-key',
    kind: 'usage',
    severity: 'warning',
    title: `the config has \`${path.join('.')}\`, which the workflow does not know`,
    spans: span === undefined ? [] : [{ span, label: 'here' }],
    facts: [],
    hint:
      didYouMean(key, siblings) ??
      (known === '' ? 'there are no keys at this place' : `the keys here are ${known}`),
  };
}
