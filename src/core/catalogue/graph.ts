// What can be wrong with a job graph: files that nothing makes, rules that contend, rings.

import type { Diagnostic, LabelledSpan, SourceSpan } from '../diagnostic.ts';

/** The jobs between a file and the target that it is needed for. */
export interface NeededBy {
  /** Labels of jobs, from the one that asks for the file up towards the target. */
  readonly first: readonly string[];
  /** Jobs between `first` and `last` that are too many to name. */
  readonly hiddenCount: number;
  readonly last: readonly string[];
  /** A path or the name of a rule, as asked for. */
  readonly target: string;
}

/** A file that a job asks for. */
export interface AskedFile {
  readonly path: string;
  /** Where the rule asks for it; undefined for a target. */
  readonly span: SourceSpan | undefined;
  readonly rule: string | undefined;
  readonly neededBy: NeededBy;
}

/** What almost made a file. */
export type NearMiss =
  /** A rule makes something that the file lies in, but not as a directory. */
  | { readonly kind: 'inside-output'; readonly rule: string; readonly output: string }
  /** A rule would match if the wildcard could span `/`. */
  | { readonly kind: 'spans-segments'; readonly rule: string; readonly wildcard: string }
  /** A rule would match but for what the wildcard may be. */
  | {
      readonly kind: 'constraint';
      readonly rule: string;
      readonly pattern: string;
      readonly wildcard: string;
      readonly value: string;
    }
  | { readonly kind: 'names'; readonly names: readonly string[] };

export function noRuleForFile(asked: AskedFile, nearMiss: NearMiss | undefined): Diagnostic {
  return workflowError({
    code: 'no-rule-for-file',
    title: `nothing makes \`${asked.path}\`, and no such file exists`,
    spans: askedAt(asked),
    facts: [neededByFact(asked.neededBy)],
    hint:
      nearMissText(nearMiss) ?? 'add a rule whose output matches it, or put the file in its place',
  });
}

/**
 * A path with the character that stands for bytes that are no UTF-8: a name as a listing of its
 * folder gives it, by which no file is found again.
 */
export function isBrokenName(path: string): boolean {
  return path.includes('\u{FFFD}');
}

export function nameNotUtf8(asked: AskedFile): Diagnostic {
  return workflowError({
    code: 'name-not-utf-8',
    title: `the name of \`${asked.path}\` is not UTF-8, so that the file cannot be found by it`,
    spans: askedAt(asked),
    facts: [neededByFact(asked.neededBy)],
    hint: 'rename the file, as with `convmv -f latin1 -t utf8 --notest FILE`',
  });
}

/** A rule that makes a file, and the wildcards with which it does. */
export interface MatchingRule {
  readonly rule: string;
  /** Of the output that matches. */
  readonly span: SourceSpan;
  /** `sample=A, lane=2`, or nothing. */
  readonly wildcards: string;
}

export function ambiguousRules(asked: AskedFile, matches: readonly MatchingRule[]): Diagnostic {
  const names = matches.map(({ rule }) => rule).join(', ');
  return workflowError({
    code: 'ambiguous-rules',
    title: `${matches.length} rules can make \`${asked.path}\``,
    spans: matches.map(({ rule, span, wildcards }) => ({
      span,
      label:
        wildcards === ''
          ? `rule \`${rule}\` makes it`
          : `rule \`${rule}\` makes it with ${wildcards}`,
    })),
    facts: [neededByFact(asked.neededBy)],
    hint: matches.every(({ wildcards }) => wildcards === '')
      ? `give one of them another path, or say which goes first: \`order: [${names}]\``
      : 'constrain a wildcard, as in `{sample,[A-Z]+}`, give one rule a more specific path, ' +
        `or say which goes first: \`order: [${names}]\``,
  });
}

/** A job that makes a file, and where its rule says so. */
export interface MakingJob {
  readonly job: string;
  readonly span: SourceSpan;
}

export function clashingJobs(path: string, jobs: readonly MakingJob[]): Diagnostic {
  return workflowError({
    code: 'clashing-jobs',
    title: `${jobs.length} jobs would make \`${path}\``,
    spans: jobs.map(({ job, span }) => ({ span, label: `job \`${job}\` makes it` })),
    facts: [],
    hint: 'give one of them another path: what one job writes, no other may write',
  });
}

/** A file or directory that a job makes, in the way of what another makes below it. */
export interface OuterOutput extends MakingJob {
  readonly path: string;
  readonly isDirectory: boolean;
}

export function nestedOutput(
  outer: OuterOutput,
  inside: MakingJob & { readonly path: string },
): Diagnostic {
  const { path, isDirectory } = outer;
  return workflowError({
    code: 'nested-output',
    title: isDirectory
      ? `\`${inside.path}\` lies in \`${path}\`, which another job makes`
      : `\`${inside.path}\` cannot lie in \`${path}\`, which is a file`,
    spans: [
      { span: inside.span, label: `job \`${inside.job}\` makes \`${inside.path}\`` },
      {
        span: outer.span,
        label: `job \`${outer.job}\` makes ${isDirectory ? 'the directory' : `\`${path}\``}`,
      },
    ],
    facts: [],
    hint: isDirectory
      ? 'move one of the two outputs: a job owns all that is in its directories'
      : 'give one of the two outputs another path',
  });
}

export function outputOutside(asked: AskedFile, output: MatchingRule, path: string): Diagnostic {
  return workflowError({
    code: 'output-outside',
    title: `a wildcard would take \`${path}\` out of the working directory`,
    spans: [
      { span: output.span, label: `rule \`${output.rule}\` makes it with ${output.wildcards}` },
      ...askedAt(asked),
    ],
    facts: [neededByFact(asked.neededBy)],
    hint: 'write the way out in the pattern itself, as in `../shared/{sample}.txt`',
  });
}

export function pathTooLong(asked: AskedFile, path: string): Diagnostic {
  return workflowError({
    code: 'path-too-long',
    title: `no file can have the path \`${shorten(path)}\`: it has ${path.length} characters`,
    spans: askedAt(asked),
    facts: [neededByFact(asked.neededBy)],
    hint:
      asked.span === undefined
        ? 'a name has at most 255 bytes, a path 4095'
        : 'a rule that makes its own inputs never ends: constrain a wildcard, as in ' +
          '`{name,[^.]+}`, so that its output pattern does not match its inputs',
  });
}

/** A job in a ring, and how it reads what the next one makes. */
export interface RingStep {
  readonly job: string;
  /** Of the input. */
  readonly span: SourceSpan;
  readonly path: string;
}

/** `steps` are those to show, in the order of need; `stepCount` all that the ring has. */
export function dependencyCycle(steps: readonly RingStep[], stepCount: number): Diagnostic {
  const files = steps.map(({ path }) => `\`${path}\``);
  const hidden = stepCount - steps.length;
  const last = files.at(-1) ?? '';
  const ring = hidden === 0 ? files : [...files.slice(0, -1), `… ${hidden} more …`, last];
  return workflowError({
    code: 'dependency-cycle',
    title:
      stepCount === 1
        ? `${last} is needed to make itself`
        : `${stepCount} jobs wait for one another in a ring`,
    spans: steps.map(({ job, span, path }) => ({
      span,
      label: `job \`${job}\` reads \`${path}\``,
    })),
    facts: [['cycle', [last, ...ring].join(' <- ')]],
    hint: 'make one of these rules read or write another path',
  });
}

export function unknownProducer(asked: AskedFile, producer: string): Diagnostic {
  return workflowError({
    code: 'unknown-producer',
    title: `rule \`${producer}\`, which is to make \`${asked.path}\`, is not in the workflow`,
    spans: askedAt(asked),
    facts: [neededByFact(asked.neededBy)],
    hint: `add \`${producer}\` to the rules that the workflow returns`,
  });
}

/** A rule, and where it is declared. */
export interface PlacedRule {
  readonly rule: string;
  readonly span: SourceSpan;
}

export function wrongProducer(asked: AskedFile, { rule, span }: PlacedRule): Diagnostic {
  return workflowError({
    code: 'wrong-producer',
    title: `rule \`${rule}\` does not make \`${asked.path}\``,
    spans: [...askedAt(asked), { span, label: `rule \`${rule}\` is here` }],
    facts: [neededByFact(asked.neededBy)],
    hint: 'refer to one of the outputs of that rule, with wildcards that its constraints allow',
  });
}

/** Two inputs have one file made by two rules; the first of them is asked for here. */
export function contendedFile(
  asked: AskedFile,
  rules: readonly [PlacedRule, PlacedRule],
): Diagnostic {
  const [here, other] = rules;
  return workflowError({
    code: 'contended-file',
    title: `\`${asked.path}\` is to be made by rule \`${here.rule}\` and by rule \`${other.rule}\``,
    spans: [
      ...askedAt(asked),
      ...rules.map(({ rule, span }) => ({ span, label: `rule \`${rule}\` is here` })),
    ],
    facts: [neededByFact(asked.neededBy)],
    hint: 'refer to the output of the same rule wherever the file is read',
  });
}

export function moreGraphProblems(count: number): Diagnostic {
  return workflowError({
    code: 'more-problems',
    title: `${count} more ${count === 1 ? 'problem' : 'problems'} in the job graph`,
    spans: [],
    facts: [],
    hint: 'mend the first ones and run again: most of the rest often has the same cause',
  });
}

function workflowError(diagnostic: Omit<Diagnostic, 'kind' | 'severity'>): Diagnostic {
  return { ...diagnostic, kind: 'workflow', severity: 'error' };
}

function askedAt({ span, rule }: AskedFile): LabelledSpan[] {
  if (span === undefined || rule === undefined) return [];
  return [{ span, label: `rule \`${rule}\` reads it here` }];
}

function neededByFact({ first, hiddenCount, last, target }: NeededBy): [string, string] {
  const hidden = hiddenCount === 0 ? [] : [`${hiddenCount} more`];
  const jobs = [...first.map(quoted), ...hidden, ...last.map(quoted), `target ${quoted(target)}`];
  return ['needed by', jobs.join(', for ')];
}

/** As a hint. */
export function nearMissText(nearMiss: NearMiss | undefined): string | undefined {
  switch (nearMiss?.kind) {
    case undefined:
      return undefined;
    case 'inside-output':
      return `rule \`${nearMiss.rule}\` makes \`${nearMiss.output}\`: declare that output as a directory`;
    case 'spans-segments':
      return (
        `rule \`${nearMiss.rule}\` would make it if its wildcard could hold a \`/\`: ` +
        `write \`{${nearMiss.wildcard},.+}\``
      );
    case 'constraint':
      return (
        `rule \`${nearMiss.rule}\` makes \`${nearMiss.pattern}\`, ` +
        `but its wildcard \`${nearMiss.wildcard}\` cannot be \`${nearMiss.value}\``
      );
    case 'names':
      return `did you mean ${nearMiss.names.map((name) => `\`${name}\``).join(' or ')}?`;
  }
}

function quoted(job: string): string {
  return `\`${shorten(job)}\``;
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 29)}…${text.slice(-30)}`;
}
