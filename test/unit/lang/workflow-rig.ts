import { compileFunction } from 'node:vm';
import { type Diagnostic, FlowError, type SourceSpan } from '../../../src/core/diagnostic.ts';
import type { Rule } from '../../../src/core/rule/rule.ts';
import * as dagflow from '../../../src/index.ts';
import { openWorkflow, type Workflow } from '../../../src/lang/open-workflow.ts';
import type { GivenConfig } from '../../../src/lang/workflow-file.ts';
import { memoryDirectory } from '../../rigs/memory-directory.ts';

/** Workflow files in memory, by name, and others that helpers find; all lie in `/w`. */
export type Files = Readonly<Record<string, string>>;

/**
 * Opens the first of the files. JavaScript is run as it is, with what `dagflow` exports as names;
 * it returns what a module would export as its default.
 */
export async function open(
  files: Files,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Workflow> {
  const [first = ''] = Object.keys(files);
  return await openWorkflow(`/w/${first}`, givenConfig(given, files), {
    readText: (file) => files[nameOf(file)],
    isFolder: () => false,
    exists: (file) => nameOf(file) in files || file.endsWith('.py'),
    loadModule: async (file) => await Promise.resolve({ default: run(files, file) }),
    find: ({ url, line, column }) => {
      const text = files[nameOf(url)];
      return text === undefined ? undefined : { file: url, line, column, text };
    },
    disk: memoryDirectory(files),
  });
}

function run(files: Files, file: string): unknown {
  const names = Object.keys(dagflow);
  const call = compileFunction(files[nameOf(file)] ?? '', names, { filename: file });
  return call(...Object.values(dagflow));
}

/** Keys of the config are said to stand in `config.yaml`, if there is such a file. */
function givenConfig(value: GivenConfig['value'], files: Files): GivenConfig {
  const text = files['config.yaml'];
  return {
    value,
    locate: (path) => {
      const lines = text?.split('\n') ?? [];
      const key = String(path.at(-1) ?? path);
      const line = lines.findIndex((it) => it.includes(key));
      if (line < 0) return undefined;
      const column = (lines[line]?.indexOf(key) ?? 0) + 1;
      return { file: '/w/config.yaml', line: line + 1, column, length: key.length };
    },
  };
}

/** What is wrong with some files, as text: the underlined part of the source in angle quotes. */
export async function wrong(
  files: Files,
  given: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  try {
    const { warnings } = await open(files, given);
    return show(warnings, files);
  } catch (error) {
    if (error instanceof FlowError) return show(error.diagnostics, files);
    throw error;
  }
}

function show(diagnostics: readonly Diagnostic[], files: Files): string {
  const paragraphs = diagnostics.map(({ severity, code, title, spans, facts, hint }) =>
    [
      `${severity === 'error' ? '' : 'warning '}${code}: ${title}`,
      ...spans.map(({ span, label }) => `  ${underlined(span, files)} ${label}`),
      ...facts.map(([name, value]) => `  ${name}: ${value}`),
      ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ].join('\n'),
  );
  return `\n${paragraphs.join('\n')}\n`;
}

function underlined({ file, line, column, length }: SourceSpan, files: Files): string {
  const name = nameOf(file);
  const text = files[name]?.split('\n')[line - 1]?.slice(column - 1, column - 1 + length) ?? '';
  return `${name}:${line}:${column} «${text}»`;
}

function nameOf(file: string): string {
  return file.replace(/^\/w\//u, '');
}

/** The rule of that name. */
export function ruleOf({ rules }: Workflow, name: string): Rule {
  const found = rules.find((it) => it.name === name);
  if (found === undefined) throw new Error(`no rule ${name}`);
  return found;
}
