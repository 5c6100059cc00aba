// What can be wrong with a workflow file once it can be read: its rules, as a face finds them.

import type { Diagnostic, LabelledSpan, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { workflowError } from './language-diagnostic.ts';

/** A key that means nothing where it stands. `owner`: `rule \`stitch\``, `the workflow`. */
export function unknownKey(
  key: string,
  where: { readonly owner: string; readonly span: SourceSpan },
  known: readonly string[],
): Diagnostic {
  return workflowError({
    code: 'unknown-key',
    title: `${where.owner} has a key \`${key}\`, which means nothing there`,
    at: where.span,
    label: 'here',
    hint: didYouMean(key, known) ?? `the keys are ${known.map((it) => `\`${it}\``).join(', ')}`,
  });
}

/** A value of a kind that cannot be there. `what`: `\`threads\` of rule \`stitch\``. */
export function wrongValue(
  what: string,
  given: { readonly found: string; readonly wanted: string },
  span: SourceSpan,
): Diagnostic {
  return workflowError({
    code: 'wrong-value',
    title: `${what} is ${given.found}`,
    at: span,
    label: 'here',
    hint: `write ${given.wanted}`,
  });
}

export function twoRunParts(
  rule: string,
  parts: readonly { readonly name: string; readonly span: SourceSpan }[],
): Diagnostic {
  const names = parts.map(({ name }) => `\`${name}\``).join(' and ');
  return workflowError({
    code: 'two-run-parts',
    title: `rule \`${rule}\` has ${names}, and a rule runs one thing`,
    at: parts.map(({ name, span }) => ({ span, label: `\`${name}\`` })),
    hint: 'keep one; several commands go into one `shell` text, a line each',
  });
}

export function unknownScriptLanguage(path: string, rule: string, span: SourceSpan): Diagnostic {
  return workflowError({
    code: 'script-language',
    title: `the script \`${path}\` of rule \`${rule}\` is in no language that is known by its ending`,
    at: span,
    label: 'here',
    hint: 'scripts end in `.ts`, `.js`, `.py`, `.R` or `.sh`; run others with `shell` or `exec`',
  });
}

export function missingScript(
  path: string,
  rule: string,
  { span, isFolder }: { readonly span: SourceSpan; readonly isFolder: boolean },
): Diagnostic {
  return workflowError({
    code: 'missing-script',
    title: `the script of rule \`${rule}\` ${isFolder ? 'is a folder' : 'does not exist'}`,
    at: span,
    label: 'named here',
    facts: [['looked for', path]],
    hint: 'its path is relative to the file in which the rule is written',
  });
}

/** A rule's output is asked for by a name that it has not. */
export function noSuchOutput(
  name: string,
  rule: string,
  where: { readonly span: SourceSpan; readonly outputs: readonly string[] },
): Diagnostic {
  const { span, outputs } = where;
  const list = outputs.map((it) => `\`${it}\``).join(', ');
  return workflowError({
    code: 'no-such-output',
    title: `rule \`${rule}\` has no output \`${name}\``,
    at: span,
    label: 'asked for here',
    hint:
      didYouMean(name, outputs) ??
      (list === '' ? `its outputs have no names: write \`${rule}.output\`` : `it has ${list}`),
  });
}

export function noWorkflowExport(name: string, file: string): Diagnostic {
  return workflowError({
    code: 'no-workflow-export',
    title: `\`${name}\` exports nothing as its default`,
    at: { file, line: 1, column: 1, length: 1 },
    label: 'the workflow file',
    hint: 'end it with `export default workflow({ rules: … })`',
  });
}

/** Something among the rules of a workflow that is no rule. */
export function notARule(found: string, span: SourceSpan): Diagnostic {
  return workflowError({
    code: 'not-a-rule',
    title: `${found} stands among the rules`,
    at: span,
    label: 'the rules of this workflow',
    hint: 'rules are what `rule(…)` and `include(…)` answer, and lists of them',
  });
}

/** The workflow's own function threw. */
export function rulesThrew(message: string, spans: readonly LabelledSpan[]): Diagnostic {
  return workflowError({
    code: 'rules-threw',
    title: `the rules could not be made: ${message.split('\n', 1)[0] ?? ''}`,
    at: spans,
  });
}

/** An included file is not there, or includes itself. */
export function badInclude(
  path: string,
  why: 'missing' | 'ring' | 'ending',
  span: SourceSpan,
): Diagnostic {
  const reasons = {
    missing: ['does not exist', 'its path is relative to the file that includes it'],
    ring: ['includes itself, directly or through others', 'take one of the includes out'],
    ending: [
      'is no workflow file',
      'workflow files end in `.ts`, `.js`, `.mjs`, `.yaml` or `.yml`',
    ],
  } as const;
  const [title, hint] = reasons[why];
  return workflowError({
    code: 'bad-include',
    title: `the included file \`${path}\` ${title}`,
    at: span,
    label: 'included here',
    hint,
  });
}

/** A value in the config that the workflow's schema refuses. `path`: `cycles.0`. */
export function badConfigValue(
  path: string,
  problem: string,
  span: SourceSpan | undefined,
): Diagnostic {
  const key = path === '' ? 'the config' : `\`${path}\` in the config`;
  return {
    code: 'bad-config-value',
    kind: 'usage',
    severity: 'error',
    title: `${key} is not as the workflow needs it: ${problem}`,
    spans: span === undefined ? [] : [{ span, label: 'given here' }],
    facts: [],
  };
}

/** A key that the workflow needs, and that nobody gave. */
export function missingConfigKey(
  path: string,
  wanted: string | undefined,
  given: { readonly near: LabelledSpan | undefined; readonly nearKey: string | undefined },
): Diagnostic {
  return {
    code: 'missing-config-key',
    kind: 'usage',
    severity: 'error',
    title: `the config has no \`${path}\``,
    spans: given.near === undefined ? [] : [given.near],
    facts: wanted === undefined ? [] : [['wanted', wanted]],
    hint:
      given.nearKey === undefined
        ? `give it in a config file, or with \`--config ${path}=…\``
        : `did you mean \`${path}\` where \`${given.nearKey}\` stands?`,
  };
}
