import { noConfigText, noConfigValue } from '../../core/catalogue/yaml.ts';
import { configAt, configKeysAt } from '../../core/config/config-at.ts';
import type { Diagnostic, SourceSpan } from '../../core/diagnostic.ts';
import { describeValue } from '../describe-value.ts';
import type { YamlScalar } from './yaml-tree.ts';

/** `{config.a.b}` and `{config.list[0]}`; doubled braces are text. */
const PLACEHOLDER = /\{\{|\}\}|\{config((?:\.[\w-]+|\[\d+\])+)\}/gu;
const WHOLE = /^\{config((?:\.[\w-]+|\[\d+\])+)\}$/u;

/**
 * A scalar with the config filled in. One that is nothing but a placeholder becomes the value
 * itself, of whatever type; within a text only texts, numbers and booleans can stand.
 */
export function fillConfig(
  { value, span }: YamlScalar,
  config: unknown,
  problems: Diagnostic[],
): unknown {
  if (typeof value !== 'string' || !value.includes('{config')) return value;
  const whole = WHOLE.exec(value);
  if (whole !== null) return valueAt(config, pathOf(whole[1]), { span, problems });
  return value.replaceAll(PLACEHOLDER, (placeholder, steps: string | undefined, at: number) => {
    if (steps === undefined) return placeholder;
    const path = pathOf(steps);
    const place = { ...span, column: span.column + at, length: placeholder.length };
    const isToTheLetter = span.length === value.length && !value.includes('\n');
    return textAt(config, path, { span: isToTheLetter ? place : span, problems });
  });
}

/** The config keys that placeholders of a text name, as `a.b`. */
export function configPathsIn(text: string): string[] {
  if (!text.includes('{')) return [];
  return Array.from(text.matchAll(PLACEHOLDER), ([, steps]) => steps).flatMap((steps) =>
    steps === undefined ? [] : pathOf(steps),
  );
}

interface Place {
  readonly span: SourceSpan;
  readonly problems: Diagnostic[];
}

/** `.a.b[0]` as `a.b.0`. */
function pathOf(steps = ''): string {
  return steps.replaceAll(/\[(\d+)\]/gu, '.$1').slice(1);
}

function valueAt(config: unknown, path: string, { span, problems }: Place): unknown {
  const value = configAt(config, path);
  if (value !== undefined) return value;
  const parent = path.split('.').slice(0, -1);
  problems.push(noConfigValue(path, span, configKeysAt(config, parent)));
  return undefined;
}

function textAt(config: unknown, path: string, place: Place): string {
  const value = valueAt(config, path, place);
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value !== undefined) {
    place.problems.push(noConfigText(path, describeValue(value), place.span));
  }
  return '';
}
