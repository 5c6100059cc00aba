import {
  commandsBadPattern,
  commandsBadPlace,
  commandsBadValue,
  commandsMissingKey,
  commandsNearMiss,
  commandsNoMap,
  commandsUnknownKey,
  commandsWithoutGroup,
} from '../../core/catalogue/usage-command.ts';
import { type Diagnostic, FlowError, type SourceSpan } from '../../core/diagnostic.ts';
import {
  type CommandLines,
  FIND_NAMES,
  JOB_STATES,
  type JobState,
  STATUS_NAMES,
  SUBMIT_NAMES,
} from '../../executors/command/command-lines.ts';
import { type LineTemplate, lineTemplate } from '../../executors/command/line-template.ts';
import { describeValue } from '../../lang/describe-value.ts';
import { parseYaml } from '../../lang/yaml/parse-yaml.ts';
import {
  plainValue,
  type YamlEntry,
  type YamlMap,
  type YamlNode,
} from '../../lang/yaml/yaml-tree.ts';

/** An example of each key that has to be there. */
const NEEDED: Readonly<Record<string, string>> = {
  submit: 'qsub -N {name} {options} {script}',
  status: 'qstat',
  job: String.raw`'^(?<id>\d+)\s.*\s(?<state>[A-Z])\s'`,
  states: '{ queued: [Q], running: [R] }',
  cancel: 'qdel {ids}',
  find: 'qselect -N {name}',
};
const KNOWN = [...Object.keys(NEEDED), 'options', 'id', 'busy', 'cores', 'gpus'];

/** Ids begin with a digit everywhere. */
const ID = /\b(\d(?:[\w.-]*\w)?)/u;

export interface CommandConfig {
  readonly lines: CommandLines;
  /** What jobs of a run may hold there at once. */
  readonly cores: number;
  readonly gpus: number;
}

/** Where the file does not say it. */
const CORES = 1_000;

/** Reads how a batch system is talked to. Throws a `FlowError` with all that makes no sense. */
export function readCommandConfig(text: string, file: string): CommandConfig {
  const root = parseYaml(text, file);
  const start = { file, line: 1, column: 1, length: 1 };
  if (root?.kind !== 'map') {
    const found = root === undefined ? 'empty' : describeValue(plainValue(root));
    throw new FlowError(commandsNoMap(found, root?.span ?? start));
  }
  const reader = new ConfigReader(root);
  const config = reader.read();
  if (reader.problems.length > 0) throw new FlowError(reader.problems);
  return config;
}

class ConfigReader {
  readonly problems: Diagnostic[] = [];
  readonly #root: YamlMap;

  constructor(root: YamlMap) {
    this.#root = root;
  }

  read(): CommandConfig {
    for (const [key, { keySpan }] of this.#root.entries) {
      if (!KNOWN.includes(key)) this.problems.push(commandsUnknownKey(key, KNOWN, keySpan));
    }
    for (const [key, example] of Object.entries(NEEDED)) {
      if (this.#root.entries.has(key)) continue;
      this.problems.push(commandsMissingKey(key, example, this.#root.span));
    }
    const lines = this.#lines();
    return { lines, cores: this.#count('cores', CORES), gpus: this.#count('gpus', 0) };
  }

  #lines(): CommandLines {
    return {
      submit: this.#line('submit', this.#entry('submit'), [...SUBMIT_NAMES, 'options']),
      options: this.#options(),
      id: this.#pattern('id', 'u') ?? ID,
      busy: this.#pattern('busy', 'u'),
      status: this.#line('status', this.#entry('status'), STATUS_NAMES),
      job: this.#pattern('job', 'gmu') ?? ID,
      states: this.#states(),
      cancel: this.#line('cancel', this.#entry('cancel'), STATUS_NAMES),
      find: this.#line('find', this.#entry('find'), FIND_NAMES),
    };
  }

  #entry(key: string): YamlEntry | undefined {
    return this.#root.entries.get(key);
  }

  #options(): ReadonlyMap<string, LineTemplate> {
    const value = this.#entry('options')?.value;
    if (value === undefined) return new Map();
    if (value.kind !== 'map') {
      this.#refuse(
        'options',
        value,
        'a map: what is added for each resource, `mem: -l mem={mem_mib}mb`',
      );
      return new Map();
    }
    return new Map(
      Array.from(value.entries, ([name, entry]) => [
        name,
        this.#line(`options: ${name}`, entry, [...new Set([...SUBMIT_NAMES, name])]),
      ]),
    );
  }

  #states(): ReadonlyMap<string, JobState> {
    const value = this.#entry('states')?.value;
    const states = new Map<string, JobState>();
    if (value === undefined) return states;
    if (value.kind !== 'map') {
      this.#refuse('states', value, 'a map: `{ queued: [Q, H], running: [R, E] }`');
      return states;
    }
    for (const [name, { keySpan, value: words }] of value.entries) {
      const state = JOB_STATES.find((it) => it === name);
      if (state === undefined) {
        this.problems.push(commandsUnknownKey(name, JOB_STATES, keySpan));
        continue;
      }
      for (const word of words.kind === 'list' ? words.items : [words]) {
        if (word.kind === 'scalar') states.set(String(word.value), state);
        else this.#refuse(`states: ${name}`, word, 'words of the list, as in `[Q, H]`');
      }
    }
    return states;
  }

  #line(key: string, entry: YamlEntry | undefined, names: readonly string[]): LineTemplate {
    const text = this.#text(key, entry);
    if (text === undefined) return NO_LINE;
    const template = lineTemplate(text.value, names);
    if (!('problems' in template)) return template;
    for (const problem of template.problems) {
      this.problems.push(
        problem.kind === 'near-miss'
          ? commandsNearMiss(problem.word, problem.near, text.span)
          : commandsBadPlace(problem.word, text.span),
      );
    }
    return NO_LINE;
  }

  #pattern(key: 'id' | 'busy' | 'job', flags: string): RegExp | undefined {
    const text = this.#text(key, this.#entry(key));
    if (text === undefined) return undefined;
    const { value, span } = text;
    let pattern: RegExp;
    try {
      pattern = new RegExp(value, flags);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.problems.push(commandsBadPattern(key, detail, span));
      return undefined;
    }
    // All groups there are, of a match that cannot fail.
    const [, ...groups] = new RegExp(`${value}|`, flags.replace('g', '')).exec('') ?? [];
    const named = (name: string): boolean => value.includes(`(?<${name}>`);
    if (key === 'id' && groups.length === 0) {
      const example = String.raw`Job <(\d+)>`;
      this.problems.push(commandsWithoutGroup(key, 'group', { example, span }));
    }
    for (const name of key === 'job' ? ['id', 'state'] : []) {
      if (named(name)) continue;
      const example = String.raw`^(?<id>\d+) .* (?<state>\w+)$`;
      this.problems.push(commandsWithoutGroup(key, `group \`${name}\``, { example, span }));
    }
    return pattern;
  }

  #text(
    key: string,
    entry: YamlEntry | undefined,
  ): { readonly value: string; readonly span: SourceSpan } | undefined {
    if (entry === undefined) return undefined;
    const { value: node } = entry;
    if (node.kind === 'scalar' && typeof node.value === 'string') {
      return { value: node.value, span: node.span };
    }
    this.#refuse(key, node, 'a text');
    return undefined;
  }

  #count(key: string, otherwise: number): number {
    const node = this.#entry(key)?.value;
    if (node === undefined) return otherwise;
    const value = node.kind === 'scalar' ? node.value : undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    this.#refuse(key, node, 'a whole number: what jobs of a run may hold there at once');
    return otherwise;
  }

  #refuse(key: string, node: YamlNode, wanted: string): void {
    const found = describeValue(plainValue(node));
    this.problems.push(commandsBadValue(key, { found, wanted }, node.span));
  }
}

const NO_LINE: LineTemplate = { names: new Set(), render: () => '' };
