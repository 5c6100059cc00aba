import { badPlaceholder } from '../catalogue/language-template.ts';
import { emptyCommand, ruleWithoutCommand } from '../catalogue/language-rule.ts';
import type { SourceSpan } from '../diagnostic.ts';
import { normalisePath } from '../pattern/normalise-path.ts';
import type { CommandNames } from '../template/command-names.ts';
import { compileArgument, compileCommand, type Compiled } from '../template/compile-command.ts';
import type { ArgumentTemplate } from '../template/command-template.ts';
import type { Making } from './make-path.ts';
import type { DraftRun } from './rule-draft.ts';
import type { RunPart } from './rule.ts';

/** The run part of a rule, compiled; undefined if it has none, or it has faults. */
export function makeRun(making: Making, names: CommandNames): RunPart | undefined {
  const { draft, diagnostics } = making;
  const { run, name: rule, span } = draft;
  if (run === undefined) {
    const hasOutputs = draft.output.some(({ items }) => items.length > 0);
    if (hasOutputs) diagnostics.push(ruleWithoutCommand({ rule, span }));
    return undefined;
  }
  if (isEmpty(run)) {
    diagnostics.push(emptyCommand({ rule, span: run.span }, run.kind));
    return undefined;
  }
  switch (run.kind) {
    case 'shell': {
      const request = { rule, span: run.span, names };
      const template = accept(making, run.span, compileCommand(run.text, request));
      return template === undefined ? undefined : { kind: 'shell', template, span: run.span };
    }
    case 'exec': {
      const argv = run.argv.flatMap(
        (item) =>
          accept(making, item.span, compileArgument(item.text, { rule, span: item.span, names })) ??
          [],
      );
      return argv.length < run.argv.length ? undefined : { kind: 'exec', argv, span: run.span };
    }
    case 'script': {
      const { language } = run;
      const path = run.path.startsWith('/') ? run.path : `${draft.folder}/${run.path}`;
      return { kind: 'script', path: normalisePath(path), language, span: run.span };
    }
  }
}

/** What is said when a job starts: the placeholders of a command, and no shell. */
export function makeMessage(making: Making, names: CommandNames): ArgumentTemplate | undefined {
  const { message, name: rule } = making.draft;
  if (message === undefined) return undefined;
  const { text, span } = message;
  const { source, template, problems } = compileArgument(text, { rule, span, names });
  const place = { rule, source, span, what: 'message' };
  making.diagnostics.push(...problems.map((problem) => badPlaceholder(problem, place)));
  return template;
}

function isEmpty(run: DraftRun): boolean {
  switch (run.kind) {
    case 'shell':
      return run.text.trim() === '';
    case 'exec':
      return (run.argv[0]?.text ?? '') === '';
    case 'script':
      return run.path === '';
  }
}

function accept<Template>(
  { draft, diagnostics }: Making,
  span: SourceSpan,
  { source, template, problems }: Compiled<Template>,
): Template | undefined {
  const command = { rule: draft.name, source, span };
  diagnostics.push(...problems.map((problem) => badPlaceholder(problem, command)));
  return template;
}
