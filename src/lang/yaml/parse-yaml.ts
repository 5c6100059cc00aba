import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { badAlias, badKey, longInteger, yamlTooLarge } from '../../core/catalogue/yaml.ts';
import { type Diagnostic, FlowError, type SourceSpan } from '../../core/diagnostic.ts';
import { UNCLOSED_QUOTE, YamlPlaces } from './yaml-places.ts';
import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from './yaml-tree.ts';

/**
 * Reads a YAML 1.2 document, with merge keys. Undefined if there is nothing in it. Throws a
 * `FlowError` with all that does not parse.
 */
export function parseYaml(text: string, file: string): YamlNode | undefined {
  const lines = new LineCounter();
  const places = new YamlPlaces(file, text, lines);
  const document = parseDocument<Node>(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
  });
  const faults = [...document.errors, ...document.warnings];
  const problems = withoutConsequences(faults).map((it) => places.problem(it));
  if (problems.length > 0) throw new FlowError(problems);
  if (document.contents === null) return undefined;
  const reader = new Reader(document, places);
  const root = reader.node(document.contents);
  if (reader.problems.length > 0) throw new FlowError(reader.problems);
  if (reader.hasAliases && sizeOf(root) > LARGEST) throw new FlowError(yamlTooLarge(root.span));
  return root;
}

/** All that is open where the text ends is so because a quote is. */
function withoutConsequences(faults: readonly YAMLError[]): readonly YAMLError[] {
  const quote = faults.find(({ message }) => UNCLOSED_QUOTE.test(message));
  return quote === undefined
    ? faults
    : faults.filter((it) => it === quote || it.pos[0] < quote.pos[0]);
}

/** Values in a document, those of an alias counted wherever it stands. */
const LARGEST = 10_000_000;

/** Of a document without rings. */
function sizeOf(root: YamlNode): number {
  const known = new Map<YamlNode, number>();
  const size = (node: YamlNode): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    let sum = 1;
    if (node.kind === 'list') for (const item of node.items) sum += size(item);
    if (node.kind === 'map') for (const { value } of node.entries.values()) sum += size(value);
    known.set(node, sum);
    return sum;
  };
  return size(root);
}

class Reader {
  readonly problems: Diagnostic[] = [];
  hasAliases = false;
  readonly #document: Document;
  readonly #places: YamlPlaces;
  /** Nodes that were read, so that what an alias stands for is read once. */
  readonly #known = new Map<Node, YamlNode>();
  /** Anchored nodes that are being read: one that comes up again contains itself. */
  readonly #reading = new Set<Node>();

  constructor(document: Document, places: YamlPlaces) {
    this.#document = document;
    this.#places = places;
  }

  node(node: Node): YamlNode {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    this.#reading.add(node);
    const read = this.#read(node);
    this.#reading.delete(node);
    this.#known.set(node, read);
    return read;
  }

  #read(node: Node): YamlNode {
    const span = this.#places.ofNode(node);
    if (isAlias(node)) return this.#alias(node, span);
    if (isSeq(node)) {
      return { kind: 'list', items: node.items.flatMap((item) => this.#child(item)), span };
    }
    if (isMap(node)) return this.#map(node, span);
    if (!isScalar(node)) return scalar(null, span);
    if (losesDigits(node)) this.problems.push(longInteger(node.source ?? '', span));
    return scalar(node.value, span);
  }

  #alias(alias: Alias, span: SourceSpan): YamlNode {
    this.hasAliases = true;
    const target = alias.resolve(this.#document);
    if (target !== undefined && !this.#reading.has(target)) return this.node(target);
    this.problems.push(badAlias(alias.source, target === undefined ? 'unknown' : 'ring', span));
    return scalar(null, span);
  }

  #map(map: YAMLMap, span: SourceSpan): YamlMap {
    const entries = new Map<string, YamlEntry>();
    const merged: YamlNode[] = [];
    for (const pair of map.items) {
      const { key, value } = pair;
      const keySpan = this.#places.ofNode(isNode(key) ? key : undefined);
      const name = this.#keyName(key, keySpan);
      const [node = scalar(null, keySpan)] = this.#child(value);
      if (name === '<<') merged.push(node);
      else if (name !== undefined) entries.set(name, { keySpan, value: node });
    }
    for (const node of merged) this.#merge(entries, node);
    return { kind: 'map', entries, span };
  }

  /** Keys of its own come first. */
  #merge(entries: Map<string, YamlEntry>, node: YamlNode): void {
    for (const source of node.kind === 'list' ? node.items : [node]) {
      if (source.kind !== 'map') {
        this.problems.push(badKey('<<', 'merge', source.span));
        continue;
      }
      for (const [name, entry] of source.entries) {
        if (!entries.has(name)) entries.set(name, entry);
      }
    }
  }

  /** What a parsed document holds are nodes, or nothing where nothing is written. */
  #child(item: unknown): YamlNode[] {
    return isNode(item) ? [this.node(item)] : [];
  }

  #keyName(key: unknown, span: SourceSpan): string | undefined {
    const value: unknown = isScalar(key) ? key.value : undefined;
    if (typeof value === 'symbol') return '<<';
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return String(value);
    }
    this.problems.push(badKey(isScalar(key) ? 'null' : 'a list or record', 'kind', span));
    return undefined;
  }
}

/** Is it an integer that a number of JavaScript cannot hold? One with a dot or an `e` is rounded. */
function losesDigits({ value, source = '' }: Scalar): boolean {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return false;
  return /^(?:[-+]?\d+|0x[\da-f]+|0o[0-7]+)$/iu.test(source);
}

function scalar(value: unknown, span: SourceSpan): YamlScalar {
  const isPlain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return { kind: 'scalar', value: isPlain ? value : null, span };
}
