// What can be wrong with a YAML file, before it means anything.

import type { Diagnostic, LabelledSpan, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { workflowError } from './language-diagnostic.ts';

/** The file does not parse. `problem`: the parser's words. `line`: the text of the line. */
export function yamlSyntax(
  problem: string,
  where: { readonly span: SourceSpan; readonly line: string },
): Diagnostic {
  const text = problem.charAt(0).toLowerCase() + problem.slice(1);
  return workflowError({
    code: 'yaml-syntax',
    title: `this is no YAML: ${text}`,
    at: where.span,
    label: 'here',
    hint: tagHint(problem) ?? syntaxHint(where.line),
  });
}

/** Aliases of aliases: small as it is written, and more than fits into memory when it is used. */
export function yamlTooLarge(span: SourceSpan): Diagnostic {
  return workflowError({
    code: 'yaml-too-large',
    title: 'with all aliases in their places this has more than ten million values',
    at: span,
    label: 'here',
    hint: 'write `*name` less often, or put the values into a file that the jobs read',
  });
}

function tagHint(problem: string): string | undefined {
  return /\btag\b/u.test(problem) ? 'a text that starts with `!` goes in quotes' : undefined;
}

/** What people mostly meant to write in a line that does not parse. */
function syntaxHint(line: string): string | undefined {
  const value = /^\s*(?:- +)*(?:[^:'"]*: +)?(.?)/u.exec(line)?.[1] ?? '';
  if ('{[*&!|>%@`'.includes(value) && value !== '') {
    return `a text that starts with \`${value}\` goes in quotes`;
  }
  if (/^\s*\t/u.test(line)) return 'indent with blanks';
  if (/: .*: /u.test(line)) return 'a text with `: ` in it goes in quotes';
  return undefined;
}

export function unclosedQuote(quote: string, span: SourceSpan): Diagnostic {
  return workflowError({
    code: 'yaml-syntax',
    title: `this is no YAML: a quote is opened with \`${quote}\` and never closed`,
    at: span,
    label: 'opened here',
    hint: `close it where the text ends; within the text it is written \`${quote === '"' ? String.raw`\"` : "''"}\``,
  });
}

export function tabIndent(span: SourceSpan): Diagnostic {
  return workflowError({
    code: 'yaml-syntax',
    title: 'a tab indents this line, which YAML does not allow',
    at: span,
    label: 'here',
    hint: 'indent with blanks',
  });
}

export function duplicateKey(
  key: string,
  spans: { readonly again: SourceSpan; readonly first: SourceSpan | undefined },
): Diagnostic {
  const at: LabelledSpan[] = [{ span: spans.again, label: 'again here' }];
  if (spans.first !== undefined) at.push({ span: spans.first, label: 'first here' });
  return workflowError({
    code: 'duplicate-key',
    title: `the key \`${key}\` is there twice`,
    at,
    hint: 'keep one; the other would be forgotten',
  });
}

/** `{config.x}` for an `x` that the config has not. */
export function noConfigValue(
  path: string,
  span: SourceSpan,
  known: readonly string[],
): Diagnostic {
  const list = known.map((key) => `\`${key}\``).join(', ');
  return workflowError({
    code: 'missing-config-key',
    title: `\`{config.${path}}\` stands for nothing: the config has no \`${path}\``,
    at: span,
    label: 'no value for this',
    hint:
      didYouMean(path, known, (key) => `{config.${key}}`) ??
      (list === '' ? 'give it under `config:`, or in a config file' : `it has ${list}`),
  });
}

/** `{config.x}` in the middle of a text, for an `x` that is no text. */
export function noConfigText(path: string, found: string, span: SourceSpan): Diagnostic {
  return workflowError({
    code: 'config-no-text',
    title: `\`{config.${path}}\` is ${found}, and stands within a text`,
    at: span,
    label: 'here',
    hint: `as the whole value, \`"{config.${path}}"\`, it may be anything`,
  });
}

/** `{ rule: stitch }` for a rule with several outputs, where one group of files is wanted. */
export function whichOutput(
  rule: string,
  outputs: readonly string[],
  span: SourceSpan,
): Diagnostic {
  const list = outputs.map((name) => `\`${name}\``).join(', ');
  return workflowError({
    code: 'which-output',
    title: `rule \`${rule}\` has several outputs`,
    at: span,
    label: 'which of them?',
    hint: `add \`output: …\`; there is ${list}`,
  });
}

/** An integer beyond 2^53: read as a number it would become another one. */
export function longInteger(digits: string, span: SourceSpan): Diagnostic {
  return workflowError({
    code: 'yaml-integer',
    title: `the integer \`${digits}\` has more digits than a number can hold`,
    at: span,
    label: 'it would be changed',
    hint: `put it in quotes, \`"${digits}"\`: then it is a text, and stays as it is`,
  });
}

export function badAlias(name: string, why: 'unknown' | 'ring', span: SourceSpan): Diagnostic {
  const isUnknown = why === 'unknown';
  return workflowError({
    code: 'yaml-alias',
    title: isUnknown
      ? `there is no anchor \`&${name}\` above its use`
      : `the anchor \`&${name}\` contains itself`,
    at: span,
    label: 'used here',
    hint: isUnknown
      ? `put \`&${name}\` before the value that is meant; for the text itself use quotes`
      : 'a value cannot be a part of itself',
  });
}

/** A key that is no name, or a merge key, `<<`, with something else than a record. */
export function badKey(found: string, why: 'kind' | 'merge', span: SourceSpan): Diagnostic {
  return workflowError({
    code: 'yaml-key',
    title: why === 'kind' ? `a key is ${found}` : '`<<` takes over the keys of a record',
    at: span,
    label: why === 'kind' ? 'keys are texts' : 'this is none',
    hint:
      why === 'kind'
        ? 'write a name, or put it in quotes'
        : 'name an anchor on a record, as in `<<: *defaults`',
  });
}
