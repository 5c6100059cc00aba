import type { ErrorCode } from './pages/error-pages.ts';
import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Wildcards } from '../pattern/path-pattern.ts';
import type {
  Head,
  PlaceholderFault,
  TemplateProblem,
  UnquotablePlace,
  ValueFault,
} from '../template/template-problem.ts';
import { wildcardFacts } from './language-amount.ts';
import { spanWithin, workflowError } from './language-diagnostic.ts';

/** A brace in a command that is surely meant for us, and wrong. */
export function badPlaceholder(
  { fault, text, offset }: TemplateProblem,
  command: {
    readonly rule: string;
    readonly source: string;
    readonly span: SourceSpan;
    /** What has placeholders, if it is no command. */
    readonly what?: string;
  },
): Diagnostic {
  const { rule, source, span, what = 'command' } = command;
  const { code, title, hint } = wordingOf(fault, text);
  const line = source.slice(source.lastIndexOf('\n', offset) + 1).split('\n', 1)[0] ?? '';
  return workflowError({
    code,
    title: `${title}, in the ${what} of rule \`${rule}\``,
    at: spanWithin(span, source, { offset, length: text.length }),
    label: 'here',
    facts: [['line', line.trim()]],
    hint,
  });
}

/** A preamble is run as it is written. */
export function placeholderInPreamble(
  placeholder: string,
  { rule, span }: { readonly rule: string; readonly span: SourceSpan },
): Diagnostic {
  return workflowError({
    code: 'placeholder-in-preamble',
    title: `\`${placeholder}\` stands in the preamble of rule \`${rule}\`, where nothing is filled in`,
    at: span,
    label: 'this rule',
    facts: [],
    hint: 'set it in the command, as `export X={config.x}`; in TypeScript the preamble may be made of the config',
  });
}

/** A placeholder that has no text in a certain job. */
export function noValue(
  fault: ValueFault,
  where: {
    readonly rule: string;
    readonly span: SourceSpan;
    readonly placeholder: string;
    readonly wildcards: Wildcards;
  },
): Diagnostic {
  const { rule, span, placeholder, wildcards } = where;
  const name = placeholder.slice(1, -1);
  const { title, hint } = valueWording(fault, name);
  return workflowError({
    code: 'no-placeholder-value',
    title,
    at: span,
    label: `the command of rule \`${rule}\``,
    facts: wildcardFacts(wildcards),
    hint,
  });
}

interface Wording {
  readonly code: ErrorCode;
  readonly title: string;
  readonly hint: string;
}

function wordingOf(fault: PlaceholderFault, text: string): Wording {
  switch (fault.kind) {
    case 'near-miss': {
      const names = fault.suggestions.map((suggestion) => `\`${suggestion}\``).join(' or ');
      return {
        code: 'unknown-placeholder',
        title: `\`${text}\` is no placeholder`,
        hint: `did you mean ${names}? For the text itself write \`{${text}}\``,
      };
    }
    case 'unknown-name':
      return unknownName(fault, text);
    case 'beyond-end':
      return {
        code: 'unknown-placeholder',
        title: `\`${text}\` is beyond the end`,
        hint: `\`${fault.head}\` has ${count(fault.count)}, counted from 0`,
      };
    case 'needs-name':
      return {
        code: 'unknown-placeholder',
        title: `\`${text}\` does not say which`,
        hint: `name one, as in \`{${fault.head}.${EXAMPLE[fault.head]}}\``,
      };
    case 'too-deep':
      return {
        code: 'unknown-placeholder',
        title: `\`${text}\` asks for a part of something that has none`,
        hint: `write \`${fault.suggestion}\``,
      };
    case 'none-declared':
      return {
        code: 'unknown-placeholder',
        title: `\`${text}\` stands for nothing`,
        hint: `give the rule ${ARTICLE[fault.head]}, or take the placeholder out`,
      };
    case 'modifier':
      return modifier(fault.modifier, fault.bare, text);
    case 'no-text':
      return { code: 'no-placeholder-value', ...noText(text, fault.found) };
    case 'needs-raw':
      return {
        code: 'unquotable-place',
        title: `\`${text}\` stands ${UNQUOTABLE[fault.place].where}, where it cannot be quoted`,
        hint: `${UNQUOTABLE[fault.place].instead}, or write \`${fault.raw}\` if no value can do harm`,
      };
  }
}

function unknownName(
  { head, name, known }: Extract<PlaceholderFault, { kind: 'unknown-name' }>,
  text: string,
): Wording {
  const list = known.map((other) => `\`{${head}.${other}}\``).join(', ');
  const others = list === '' ? `\`${head}\` has no names` : `there is ${list}`;
  return {
    code: 'unknown-placeholder',
    title: `\`${text}\` names nothing that ${head === 'config' ? 'is in the config' : 'the rule has'}`,
    hint: didYouMean(name, known, (near) => `{${head}.${near}}`) ?? others,
  };
}

function modifier(given: string, bare: string, text: string): Wording {
  const raw = `${bare.slice(0, -1)}:raw}`;
  const hints: Readonly<Record<string, string>> = {
    q: `write \`${bare}\`: every value is quoted`,
    u: `write \`${raw}\` for values without quotes`,
  };
  return {
    code: 'unknown-placeholder',
    title: `\`:${given}\` is nothing that \`${text}\` can have`,
    hint: hints[given] ?? `write \`${bare}\`, or \`${raw}\` for values without quotes`,
  };
}

function valueWording(fault: ValueFault, name: string): { title: string; hint: string } {
  switch (fault.kind) {
    case 'missing': {
      const near = didYouMean(name.replace(/^\w+\./, ''), fault.known);
      const known = fault.known.map((other) => `\`${other}\``).join(', ');
      const hint = known === '' ? 'there is nothing of that kind' : `there is ${known}`;
      return { title: `\`{${name}}\` has no value`, hint: near ?? hint };
    }
    case 'no-text':
      return noText(`{${name}}`, fault.found);
    case 'no-integer':
      return {
        title: `\`{${name}}\` stands in shell arithmetic and is no whole number: \`${fault.found}\``,
        hint: 'put it into a variable first: bash evaluates what stands in arithmetic',
      };
  }
}

function noText(text: string, found: string): { title: string; hint: string } {
  return {
    title: `\`${text}\` is ${found}, which is no text for a command`,
    hint: 'name one value in it, or make a text of it in a param',
  };
}

const EXAMPLE: Readonly<Record<Head, string>> = {
  input: 'name',
  output: 'name',
  params: 'name',
  wildcards: 'sample',
  threads: 'name',
  resources: 'mem',
  log: 'name',
  config: 'key',
};

const ARTICLE: Readonly<Record<Head, string>> = {
  input: 'an input',
  output: 'an output',
  params: 'params',
  wildcards: 'wildcards',
  threads: 'threads',
  resources: 'resources',
  log: 'a log',
  config: 'a config',
};

const UNQUOTABLE: Readonly<Record<UnquotablePlace, { where: string; instead: string }>> = {
  heredoc: { where: 'in a here-document', instead: 'pass it in an argument or a variable' },
  backtick: { where: 'between backticks', instead: 'use `$(…)`' },
  parameter: { where: 'within `${…}`', instead: 'put it into a variable first' },
};

function count(number: number): string {
  return number === 1 ? 'one item' : `${number} items`;
}

/** No program can be given a NUL character. */
export function nulInCommand(at: { readonly rule: string; readonly span: SourceSpan }): Diagnostic {
  return workflowError({
    code: 'nul-in-command',
    title: `the command of rule \`${at.rule}\` would hold a NUL character`,
    at: at.span,
    label: 'here',
    hint: 'write the value to a file and pass the path of that',
  });
}
