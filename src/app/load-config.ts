import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configNotRecord, unreadableFile } from '../core/catalogue/usage.ts';
import type { ConfigPath } from '../core/config/config-at.ts';
import { configWith, parseConfigAssignment } from '../core/config/config-assignment.ts';
import { deepMerge, isRecord } from '../core/config/deep-merge.ts';
import { FlowError, type SourceSpan } from '../core/diagnostic.ts';
import type { GivenConfig } from '../lang/workflow-file.ts';
import { parseYaml } from '../lang/yaml/parse-yaml.ts';
import { plainValue, type YamlNode } from '../lang/yaml/yaml-tree.ts';
import type { Arguments } from './parse-arguments.ts';

/** The key of a config file that names its workflow; rules never see it. */
const WORKFLOW_KEY = 'workflow';

/** All that the command line gives as config, merged, and the workflow that it names. */
export interface LoadedConfig {
  readonly given: GivenConfig;
  readonly workflow: { readonly name: string; readonly by: string } | undefined;
}

/**
 * Config files in order, then `--config a.b=1` in order; each wins over those before it. Paths are
 * relative to where flow was called from. Throws a `FlowError`.
 */
export function loadConfig(args: Arguments, calledFrom: string): LoadedConfig {
  const files = args
    .values('configfile')
    .map((path) => readConfigFile(resolve(calledFrom, path), path));
  let workflow: LoadedConfig['workflow'];
  let value: unknown = {};
  for (const { file, content } of files) {
    const { [WORKFLOW_KEY]: name, ...rest } = content;
    if (typeof name === 'string') workflow = { name, by: file };
    value = deepMerge(value, rest);
  }
  for (const argument of args.values('config')) {
    const { path, text } = parseConfigAssignment(argument);
    const scalar = parseYaml(text, '--config');
    value = deepMerge(value, configWith(path, scalar === undefined ? null : plainValue(scalar)));
  }
  return { given: { value: isRecord(value) ? value : {}, locate: locatorOf(files) }, workflow };
}

interface ConfigFile {
  /** Absolute. */
  readonly file: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** With places; read again where a JSON file was read without. */
  readonly tree: () => YamlNode | undefined;
}

/** Data in JSON is read the fast way; its places are looked for only when one is asked for. */
function readConfigFile(file: string, asWritten: string): ConfigFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const said = why === 'ENOENT' ? 'there is no such file' : why;
    throw new FlowError(unreadableFile('config file', asWritten, said), { cause: error });
  }
  const json = file.endsWith('.json') ? parseJson(text) : undefined;
  const tree = json === undefined ? parseYaml(text, file) : undefined;
  const content = json ?? (tree === undefined ? {} : plainValue(tree));
  if (!isRecord(content)) throw new FlowError(configNotRecord(asWritten));
  return { file, content, tree: () => tree ?? parseYaml(text, file) };
}

/** Undefined if it does not parse: then it is read as YAML, which says where and why. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function locatorOf(files: readonly ConfigFile[]): GivenConfig['locate'] {
  return (path) => {
    for (const { tree } of files.toReversed()) {
      const span = placeOf(tree(), path);
      if (span !== undefined) return span;
    }
    return undefined;
  };
}

/** Of a key the key itself, of an item of a list the item. */
function placeOf(root: YamlNode | undefined, path: ConfigPath): SourceSpan | undefined {
  let node = root;
  let span = root?.span;
  for (const step of path) {
    if (node?.kind === 'map') {
      const entry = node.entries.get(String(step));
      node = entry?.value;
      span = entry?.keySpan;
    } else if (node?.kind === 'list') {
      node = node.items[Number(step)];
      span = node?.span;
    } else return undefined;
  }
  return span;
}
