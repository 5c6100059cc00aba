import { badPlaceholder } from '../../../../src/core/catalogue/language-template.ts';
import { type Diagnostic, FlowError } from '../../../../src/core/diagnostic.ts';
import type { CommandNames } from '../../../../src/core/template/command-names.ts';
import {
  type CommandRequest,
  compileArgument,
  compileCommand,
} from '../../../../src/core/template/compile-command.ts';
import type { TemplateValues } from '../../../../src/core/template/command-template.ts';

/** What the commands in these tests may name. */
const NAMES: CommandNames = {
  wildcards: ['sample', 'lane'],
  input: { names: ['tiles', 'ref'], isOpen: false, count: 3 },
  output: { names: [], isOpen: false, count: 1 },
  logCount: 1,
  params: [undefined, 'min', 'flags', 'model'],
  resources: ['partition'],
  config: { reference: 1, cycles: [1, 2], device: { kind: 'cpu' }, none: null },
};

const VALUES: TemplateValues = {
  input: {
    all: ['a b.txt', 'c.txt', '-ref'],
    groups: [
      { name: 'tiles', isList: true, paths: ['a b.txt', 'c.txt'] },
      { name: 'ref', isList: false, paths: ['-ref'] },
    ],
  },
  output: {
    all: ['out/x.txt'],
    groups: [{ name: undefined, isList: false, paths: ['out/x.txt'] }],
  },
  log: ['logs/x.log'],
  params: { positional: ['first'], named: { min: 0.5, flags: ['-a', '-b c'], model: { k: 1 } } },
  wildcards: { sample: "it's", lane: '1' },
  threads: 4,
  resources: { mem: 4000, partition: 'gpu' },
  config: NAMES.config,
};

export function request(names: Partial<CommandNames> = {}): CommandRequest {
  const span = { file: 'flow.yaml', line: 7, column: 12, length: 1 };
  return { rule: 'r', span, names: { ...NAMES, ...names } };
}

/** The command as the shell gets it. */
export function rendered(text: string, values: Partial<TemplateValues> = {}): string {
  const { template, problems } = compileCommand(text, request());
  if (template === undefined) throw new Error(JSON.stringify(problems));
  return template.render({ ...VALUES, ...values });
}

export function renderedItems(items: readonly string[]): string[] {
  return items.flatMap((text) => {
    const { template, problems } = compileArgument(text, request());
    if (template === undefined) throw new Error(JSON.stringify(problems));
    return template.renderItems(VALUES);
  });
}

/** What is wrong with a command of one line, in order. */
export function refusals(text: string, names: Partial<CommandNames> = {}): Diagnostic[] {
  const { source, problems } = compileCommand(text, request(names));
  const span = { file: 'flow.yaml', line: 7, column: 12, length: source.length };
  return problems.map((problem) => badPlaceholder(problem, { rule: 'r', source, span }));
}

/** `title | hint`, for tables. */
export function said({ title, hint }: Diagnostic): string {
  return `${title} | ${hint ?? ''}`;
}

/** What is said when a command cannot be rendered. */
export function renderRefusal(text: string, values: Partial<TemplateValues> = {}): Diagnostic {
  try {
    rendered(text, values);
  } catch (error) {
    if (error instanceof FlowError) return error.diagnostics[0];
    throw error;
  }
  throw new Error(`${text} was rendered`);
}
