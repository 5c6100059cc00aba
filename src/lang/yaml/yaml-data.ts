import { badConfigValueText } from '../../core/catalogue/language-config.ts';
import { wrongValue } from '../../core/catalogue/workflow-file.ts';
import { isRecord } from '../../core/config/deep-merge.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { describeValue } from '../describe-value.ts';
import type { ConfigLayer } from '../given-config.ts';
import { parseYaml } from './parse-yaml.ts';
import { plainValue, type YamlNode } from './yaml-tree.ts';

/**
 * Reads a config file: YAML or, a hundred times as fast, JSON. Throws a `FlowError` with all that
 * does not parse, or if it holds something else than keys with values.
 */
export function readConfigFile(text: string, file: string): ConfigLayer {
  const json = readJson(text);
  const tree = json === undefined ? parseYaml(text, file) : undefined;
  const value = json ?? (tree === undefined ? {} : plainValue(tree));
  if (!isRecord(value)) {
    const given = { found: describeValue(value), wanted: 'keys with values: `cycles: [1, 2]`' };
    const span = { file, line: 1, column: 1, length: 1 };
    throw new FlowError(wrongValue('the config file', given, span));
  }
  let root = tree;
  return { value, locate: (path) => keySpan((root ??= parseYaml(text, file)), path) };
}

/**
 * The value of an argument such as `--config cycles=[1,2]`, in YAML. `typed`: the whole argument, for
 * the usage error that is thrown if it does not parse.
 */
export function readYamlValue(text: string, typed: string): unknown {
  try {
    const node = parseYaml(text, '');
    return node === undefined ? null : plainValue(node);
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    throw new FlowError(badConfigValueText(typed, error.diagnostics[0]));
  }
}

/** So long that digits may get lost; rather seen too often, within a text, than missed. */
const LONG_INTEGER = /[\s:,[]-?\d{16,}[\s,\]}]/u;

/**
 * Undefined if it is no JSON, or may have integers that cannot be held: YAML reads JSON too, and
 * tells where they are.
 */
function readJson(text: string): unknown {
  if (!/^\s*[[{]/u.test(text) || LONG_INTEGER.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keySpan(
  root: YamlNode | undefined,
  path: Parameters<ConfigLayer['locate']>[0],
): ReturnType<ConfigLayer['locate']> {
  let node = root;
  let span = root?.span;
  for (const step of path) {
    if (node?.kind === 'map') {
      const entry = node.entries.get(String(step));
      node = entry?.value;
      span = entry?.keySpan;
    } else {
      node = node?.kind === 'list' ? node.items[Number(step)] : undefined;
      span = node?.span;
    }
    if (node === undefined) return undefined;
  }
  return span;
}
