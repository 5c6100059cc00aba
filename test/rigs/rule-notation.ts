import { EDGE_KINDS } from '../../src/core/graph/job-graph.ts';
import { compilePattern } from '../../src/core/pattern/compile-pattern.ts';
import type { PathPattern } from '../../src/core/pattern/path-pattern.ts';
import { NO_FLAGS } from '../../src/core/rule/output-flags.ts';
import type {
  InputPattern,
  LocatedPattern,
  OutputPattern,
  Rule,
} from '../../src/core/rule/rule.ts';

const FILE = '/w/flow.txt';

/** One line of the notation that `graph-rig.ts` describes. */
export function ruleOf(line: string, lineNumber: number): Rule {
  const arrow = line.indexOf('<-');
  const left = arrow < 0 ? line : line.slice(0, arrow);
  const right = arrow < 0 ? '' : line.slice(arrow + 2);
  const bar = right.indexOf(' | ');
  const name = /^([\w-]+):( |$)/.exec(left)?.[1];
  const nameLength = name === undefined ? 0 : name.length + 1;
  const at = (column: number): Place => ({ line: lineNumber, column });

  const outputs = fileGroups(left.slice(nameLength), at(nameLength + 1));
  const inputs = fileGroups(bar < 0 ? right : right.slice(0, bar), at(arrow + 3));
  const logs = bar < 0 ? [] : fileGroups(right.slice(bar + 3), at(arrow + bar + 6));
  const firstOutput = outputs[0]?.items[0];
  const ruleName = name ?? firstOutput?.pattern.source ?? 'nothing';
  return {
    name: ruleName,
    span: { file: FILE, line: lineNumber, column: 1, length: line.trimEnd().length },
    folder: '/w',
    wildcardNames: wildcardNames(outputs.flatMap(({ items }) => items)),
    input: inputs.map((group) => ({
      ...group,
      kind: 'patterns',
      items: group.items.map(toInput),
    })),
    output: outputs.map((group) => ({ ...group, items: group.items.map(toOutput) })),
    log: logs.flatMap(({ items }) => items),
    params: [],
    amounts: { threads: 1, resources: {} },
    priority: 0,
    retries: undefined,
    run: outputs.length === 0 ? undefined : shell(`make ${ruleName}`, lineNumber),
    preamble: undefined,
    isDefault: false,
    isLocal: false,
    benchmark: undefined,
    message: undefined,
  };
}

function shell(source: string, line: number): NonNullable<Rule['run']> {
  return {
    kind: 'shell',
    template: { source, configPaths: [], render: () => source },
    span: { file: FILE, line, column: 1, length: 1 },
  };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Item extends LocatedPattern {
  readonly flag: string | undefined;
  readonly producer: string | undefined;
}

interface Group {
  readonly name: string | undefined;
  readonly isList: boolean;
  readonly items: readonly Item[];
}

/** Files without a name are one group: a single path if there is one, else a list. */
function fileGroups(text: string, { line, column }: Place): Group[] {
  const groups: Group[] = [];
  const unnamed: Item[] = [];
  for (const [word, start] of words(text)) {
    const name = /^(\w+)=/.exec(word)?.[1];
    const place = { line, column: column + start };
    if (name === undefined) {
      unnamed.push(itemOf(word, place));
      continue;
    }
    const value = word.slice(name.length + 1);
    const offset = name.length + 1;
    const isList = value.startsWith('[');
    const inner = isList ? value.slice(1, -1) : value;
    const items = [...words(inner)].map(([each, from]) =>
      itemOf(each, { line, column: place.column + offset + (isList ? 1 : 0) + from }),
    );
    groups.push({ name, isList, items });
  }
  if (unnamed.length === 0) return groups;
  return [{ name: undefined, isList: unnamed.length > 1, items: unnamed }, ...groups];
}

/** Words and where they start. Blanks within braces or brackets do not separate. */
function* words(text: string): Generator<[word: string, start: number]> {
  let depth = 0;
  let start = -1;
  for (let index = 0; index <= text.length; index++) {
    const character = text[index] ?? ' ';
    if ('{['.includes(character)) depth += 1;
    if ('}]'.includes(character)) depth -= 1;
    const isBlank = character === ' ' && (depth === 0 || index === text.length);
    if (isBlank && start >= 0) yield [text.slice(start, index), start];
    if (isBlank) start = -1;
    else if (start < 0) start = index;
  }
}

function itemOf(word: string, { line, column }: Place): Item {
  const [, flag, inside = word] =
    /^(temp|dir|protect|optional|order|ancient|final)\((.*)\)$/.exec(word) ?? [];
  const [, path = inside, producer] = /^(.*)@([\w-]+)$/.exec(inside) ?? [];
  const span = { file: FILE, line, column: column + word.indexOf(path), length: path.length };
  return { pattern: patternOf(path), span, flag, producer };
}

function toInput({ pattern, span, flag, producer }: Item): InputPattern {
  // The notation's flags of inputs are the names of the edges.
  const edge = EDGE_KINDS.find((kind) => kind === flag) ?? 'data';
  return { pattern, span, edge, producer };
}

function toOutput({ pattern, span, flag }: Item): OutputPattern {
  return {
    ...NO_FLAGS,
    pattern,
    span,
    isTemp: flag === 'temp',
    isDirectory: flag === 'dir',
    isProtected: flag === 'protect',
    isOptional: flag === 'optional',
  };
}

function wildcardNames(items: readonly Item[]): string[] {
  return [...new Set(items.flatMap(({ pattern }) => pattern.wildcardNames))];
}

function patternOf(source: string): PathPattern {
  return compilePattern(source, { wildcardDefault: '[^/]+', constraints: {} });
}
