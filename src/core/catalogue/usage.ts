import type { Diagnostic, LabelledSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';

/** A value of a flag, as typed or as a profile gives it. */
export interface GivenValue {
  /** Its long name. */
  readonly flag: string;
  readonly text: string;
  /** Where in a profile; none on the command line. */
  readonly spans: readonly LabelledSpan[];
}

/** The command line cannot be read, or asks for what does not go together. */
export function usageError({
  title,
  hint,
  spans = [],
}: {
  title: string;
  hint: string;
  spans?: readonly LabelledSpan[];
}): Diagnostic {
  return { code: 'usage', kind: 'usage', severity: 'error', title, spans, facts: [], hint };
}

/** A value that the flag cannot have. `hint`: what it could have. */
export function badFlagValue({ flag, text, spans }: GivenValue, hint: string): Diagnostic {
  return usageError({ title: `\`--${flag} ${text}\` makes no sense`, hint, spans });
}

/** No workflow file was named, and none lies where one is looked for. */
export function noWorkflow(looked: readonly string[]): Diagnostic {
  return {
    code: 'no-workflow',
    kind: 'usage',
    severity: 'error',
    title: 'no workflow file was found',
    spans: [],
    facts: [['looked for', looked.join(', ')]],
    hint: 'name one with `-s FILE`, or with `workflow:` in the config file',
  };
}

/** The config names a workflow by a word, and none of that name comes with flow. */
export function noShippedWorkflow(name: string, shipped: readonly string[]): Diagnostic {
  return {
    code: 'no-shipped-workflow',
    kind: 'usage',
    severity: 'error',
    title: `the config names the workflow \`${name}\`, and none of that name comes with flow`,
    spans: [],
    facts: [['there are', shipped.join(', ')]],
    hint: 'for a file of your own write a path with its ending, `workflow: ./flow.ts`',
  };
}

/**
 * A workflow file or a config file that was named does not exist or cannot be read. `why`: the code
 * of the system, or `not-utf-8`.
 */
export function unreadableFile(what: string, path: string, why: string): Diagnostic {
  const [said, hint] = UNREADABLE[why] ?? [why, undefined];
  return {
    code: 'unreadable-file',
    kind: 'usage',
    severity: 'error',
    title: `the ${what} \`${path}\` cannot be read: ${said}`,
    spans: [],
    facts: [],
    hint: hint ?? 'check the path; it is relative to where you are, not to `--directory`',
  };
}

const UNREADABLE: Readonly<Record<string, readonly [said: string, hint?: string]>> = {
  EACCES: ['no permission', 'see who owns it with `ls -l`, and give yourself access'],
  EISDIR: ['it is a folder'],
  ENOENT: ['there is no such file'],
  'not-utf-8': ['it is no text in UTF-8', 'save it as UTF-8, or name another file'],
};

/** `-s` or the config names a file whose ending says that it is no workflow. */
export function noWorkflowFile(path: string): Diagnostic {
  return {
    code: 'no-workflow-file',
    kind: 'usage',
    severity: 'error',
    title: `\`${path}\` is no workflow file`,
    spans: [],
    facts: [],
    hint: 'workflow files end in `.ts`, `.js`, `.mjs`, `.yaml` or `.yml`',
  };
}

/** `workflow:` in a config file is no text. */
export function badWorkflowName(file: string, found: string): Diagnostic {
  return {
    code: 'bad-workflow-name',
    kind: 'usage',
    severity: 'error',
    title: `\`workflow\` in the config file \`${file}\` is ${found}`,
    spans: [],
    facts: [],
    hint: 'write the name of a workflow that comes with flow, or the path of a file',
  };
}

/** So much is wrong that most of it is not shown. */
export function moreProblems(count: number): Diagnostic {
  return {
    code: 'more-problems',
    kind: 'usage',
    severity: 'error',
    title: `${count} more problems`,
    spans: [],
    facts: [],
    hint: 'mend the first ones and run again: most of the rest often has the same cause',
  };
}

/** `init` was asked for a template that there is not. */
export function unknownTemplate(name: string, known: readonly string[]): Diagnostic {
  const list = known.map((it) => `\`${it}\``).join(', ');
  return {
    code: 'unknown-template',
    kind: 'usage',
    severity: 'error',
    title: `there is no template \`${name}\``,
    spans: [],
    facts: [],
    hint: didYouMean(name, known) ?? `there is ${list}; a folder comes second`,
  };
}

/** `init` would have to overwrite files. */
export function fileInTheWay(paths: readonly string[]): Diagnostic {
  const list = paths.map((path) => `\`${path}\``).join(', ');
  return {
    code: 'file-in-the-way',
    kind: 'usage',
    severity: 'error',
    title: `nothing was written, since ${paths.length === 1 ? 'a file is' : 'files are'} there already: ${list}`,
    spans: [],
    facts: [],
    hint: 'name an empty folder, as in `flow init yaml my-workflow`',
  };
}

/** `explain` was asked for a code that no diagnostic has. */
export function unknownCode(code: string, known: Iterable<string>): Diagnostic {
  return {
    code: 'unknown-code',
    kind: 'usage',
    severity: 'error',
    title: `no error has the code \`${code}\``,
    spans: [],
    facts: [],
    hint: didYouMean(code, known) ?? '`flow explain` lists the codes',
  };
}

/** Several jobs of the last run that had any are of the rule that was named. */
export function severalJobs(rule: string, labels: readonly string[]): Diagnostic {
  const named = labels.slice(0, JOBS_NAMED_AT_MOST).map((label) => `\`${label}\``);
  const restCount = labels.length - named.length;
  const rest = restCount === 0 ? [] : [`${restCount} more`];
  return {
    code: 'several-jobs',
    kind: 'usage',
    severity: 'error',
    title: `rule \`${rule}\` had ${labels.length} jobs, each with a log of its own`,
    spans: [],
    facts: [['jobs', [...named, ...rest].join(', ')]],
    hint: 'name one of them, in quotes, or a file that it makes',
  };
}

const JOBS_NAMED_AT_MOST = 8;

/** `logs` or `why` was asked for something that it does not know. */
export function unknownJob(word: string, near: readonly string[]): Diagnostic {
  return {
    code: 'unknown-job',
    kind: 'usage',
    severity: 'error',
    title: `no job and no file is called \`${word}\``,
    spans: [],
    facts: [],
    hint:
      near.length === 0
        ? 'name a job as `rule name=value`, a rule with one job, or a file that a job makes'
        : `did you mean ${near.map((it) => `\`${it}\``).join(' or ')}?`,
  };
}
