import { relative, resolve } from 'node:path';
import type { GivenValue } from '../../core/catalogue/usage.ts';
import {
  profileBadValue,
  profileFlagNotHere,
  profileNoMap,
  profileUnknownFlag,
} from '../../core/catalogue/usage-profile.ts';
import { type Diagnostic, FlowError } from '../../core/diagnostic.ts';
import { describeValue } from '../../lang/describe-value.ts';
import { parseYaml } from '../../lang/yaml/parse-yaml.ts';
import { plainValue, type YamlEntry, type YamlNode } from '../../lang/yaml/yaml-tree.ts';
import type { FlagValues } from '../parse-arguments.ts';
import { isKeyed, type OptionRow } from '../options/option-row.ts';

/** They say which profile is read, and where flow works. */
const NOT_HERE = new Set(['profile', 'directory', 'help']);

export interface ProfileOptions {
  /** Absolute. */
  readonly file: string;
  readonly rows: readonly OptionRow[];
  /** Paths in the profile are relative to the one; those on the command line, to the other. */
  readonly workingDirectory: string;
  readonly calledFrom: string;
}

/**
 * Reads a profile: YAML whose keys are the long names of flags. A map stands for `KEY=VALUE`, one
 * each, a list for several values. Throws a `FlowError` with all that makes no sense.
 */
export function readProfile(text: string, options: ProfileOptions): FlagValues {
  const reader = new ProfileReader(options);
  reader.read(parseYaml(text, options.file));
  if (reader.problems.length > 0) throw new FlowError(reader.problems);
  return reader;
}

class ProfileReader implements FlagValues {
  readonly switches: Set<string> = new Set();
  readonly given: Map<string, GivenValue[]> = new Map();
  readonly problems: Diagnostic[] = [];
  readonly #options: ProfileOptions;
  readonly #rows: ReadonlyMap<string, OptionRow>;

  constructor(options: ProfileOptions) {
    this.#options = options;
    this.#rows = new Map(options.rows.map((row) => [row.name, row]));
  }

  read(root: YamlNode | undefined): void {
    if (root === undefined) return;
    if (root.kind !== 'map') {
      this.problems.push(profileNoMap(describeValue(plainValue(root)), root.span));
      return;
    }
    for (const [name, entry] of root.entries) this.#readFlag(name, entry);
  }

  #readFlag(name: string, { keySpan, value }: YamlEntry): void {
    const row = this.#rows.get(name);
    if (NOT_HERE.has(name)) this.problems.push(profileFlagNotHere(name, keySpan));
    else if (row === undefined) {
      this.problems.push(profileUnknownFlag(name, [...this.#rows.keys()], keySpan));
    } else if (row.value === undefined) this.#readSwitch(name, value);
    else if (isKeyed(row) && value.kind === 'map') this.#readMap(row, '', value);
    else this.#readValues(row, value);
  }

  #readSwitch(name: string, node: YamlNode): void {
    if (node.kind !== 'scalar' || typeof node.value !== 'boolean') {
      this.#refuse(name, node, '`true` or `false`');
    } else if (node.value) this.switches.add(name);
  }

  #readValues(row: OptionRow, node: YamlNode): void {
    const items = node.kind === 'list' ? node.items : [node];
    const texts = items.flatMap((item) => {
      const text = this.#text(item);
      if (text === undefined) this.#refuse(row.name, item, wantedOf(row));
      return text === undefined ? [] : [{ text: this.#path(row, text), node: item }];
    });
    if (row.isRepeatable === true) {
      for (const each of texts) this.#add(row, each.text, each.node);
    } else if (texts.length > 0) {
      this.#add(row, texts.map(({ text }) => text).join(','), node);
    }
  }

  /** `before`: the keys around it, and what joins them to the next. */
  #readMap(row: OptionRow, before: string, map: YamlNode & { kind: 'map' }): void {
    for (const [key, { value }] of map.entries) {
      const isWithin = value.kind === 'map' && value.entries.size > 0 && row.joins !== undefined;
      if (isWithin) this.#readMap(row, `${before}${key}${row.joins}`, value);
      else this.#readKey(row, `${before}${key}`, value);
    }
  }

  #readKey(row: OptionRow, key: string, node: YamlNode): void {
    if (row.isYaml === true) {
      this.#add(row, `${key}=${JSON.stringify(plainValue(node))}`, node);
      return;
    }
    const texts = (node.kind === 'list' ? node.items : [node]).map((item) => this.#text(item));
    if (texts.includes(undefined)) this.#refuse(`${row.name}: ${key}`, node, 'a number or a text');
    else this.#add(row, `${key}=${texts.join(',')}`, node);
  }

  #add({ name }: OptionRow, text: string, { span }: YamlNode): void {
    const value = { flag: name, text, spans: [{ span, label: 'given here' }] };
    const known = this.given.get(name);
    if (known === undefined) this.given.set(name, [value]);
    else known.push(value);
  }

  #path({ isPath = false }: OptionRow, text: string): string {
    const { workingDirectory, calledFrom } = this.#options;
    return isPath ? relative(calledFrom, resolve(workingDirectory, text)) : text;
  }

  #text(node: YamlNode): string | undefined {
    if (node.kind !== 'scalar' || node.value === null) return undefined;
    return String(node.value);
  }

  #refuse(name: string, node: YamlNode, wanted: string): void {
    const found = describeValue(plainValue(node));
    this.problems.push(profileBadValue(name, { found, wanted }, node.span));
  }
}

function wantedOf(row: OptionRow): string {
  const { isRepeatable = false, joins } = row;
  if (joins === ':') return 'values under names: `{ align: { mem: 16 GB } }`';
  if (isKeyed(row)) return 'values under names: `{ name: value }`';
  return isRepeatable ? 'a text or a list of texts' : 'a number or a text';
}
