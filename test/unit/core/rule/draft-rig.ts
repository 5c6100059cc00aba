import type { SourceSpan } from '../../../../src/core/diagnostic.ts';
import { type MadeRule, makeRule } from '../../../../src/core/rule/make-rule.ts';
import { NO_FLAGS } from '../../../../src/core/rule/output-flags.ts';
import type { RuleDraft } from '../../../../src/core/rule/rule-draft.ts';
import type { ParamValue, Rule } from '../../../../src/core/rule/rule.ts';

/** A place of its own for each text, so that messages show which text they mean. */
export function at(text: string, line = 1): SourceSpan {
  return { file: '/w/flow.yaml', line, column: 10, length: text.length };
}

type Paths = string | readonly string[];

/** A draft in short: groups of paths by name, or a single one without. */
export interface ShortDraft
  extends Omit<Partial<RuleDraft>, 'input' | 'output' | 'log' | 'params'> {
  readonly input?: Paths | Readonly<Record<string, Paths>>;
  readonly output?: Paths | Readonly<Record<string, Paths>>;
  readonly log?: readonly string[];
  readonly params?: Readonly<Record<string, ParamValue>> | readonly ParamValue[];
  readonly shell?: string;
}

/** A rule `r` on line 1, its outputs on line 2, logs 3, inputs 4, params 5, its command on 6. */
export function draftOf(short: ShortDraft): RuleDraft {
  const { input = [], output = [], log = [], params = [], shell, ...rest } = short;
  const run =
    shell === undefined ? undefined : { kind: 'shell' as const, text: shell, span: at(shell, 6) };
  return {
    name: 'r',
    span: at('r'),
    folder: '/w/rules',
    wildcardDefault: '[^/]+',
    constraints: {},
    workflowConstraints: {},
    input: groupsOf(input).map(({ name, isList, paths }) => ({
      kind: 'patterns',
      name,
      isList,
      items: paths.map((text) => ({
        text,
        span: at(text, 4),
        edge: 'data',
        producer: undefined,
      })),
    })),
    isAfterAny: false,
    output: groupsOf(output).map(({ name, isList, paths }) => ({
      name,
      isList,
      items: paths.map((text) => ({ ...NO_FLAGS, text, span: at(text, 2) })),
    })),
    log: log.map((text) => ({ text, span: at(text, 3) })),
    params: Array.isArray(params)
      ? params.map((value: ParamValue) => ({
          name: undefined,
          span: at('', 5),
          value,
          isVolatile: false,
        }))
      : Object.entries(params).map(([name, value]) => ({
          name,
          span: at(name, 5),
          value,
          isVolatile: false,
        })),
    amounts: { threads: 1, resources: {} },
    priority: 0,
    retries: undefined,
    run,
    preamble: undefined,
    isDefault: false,
    isLocal: false,
    benchmark: undefined,
    message: undefined,
    ...rest,
  };
}

export function made(short: ShortDraft, config?: unknown): MadeRule {
  return makeRule(draftOf(short), { config });
}

export function ruleOf(short: ShortDraft, config?: unknown): Rule {
  const { rule, diagnostics } = made(short, config);
  if (rule === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2));
  return rule;
}

/** `line: title | hint` of each message, the line being that of the likeliest place. */
export function said({ diagnostics }: MadeRule): string[] {
  return diagnostics.map(
    ({ title, hint, spans }) => `${spans[0]?.span.line ?? '?'}: ${title} | ${hint ?? ''}`,
  );
}

function groupsOf(
  files: Paths | Readonly<Record<string, Paths>>,
): { name: string | undefined; isList: boolean; paths: readonly string[] }[] {
  if (typeof files === 'string') return [{ name: undefined, isList: false, paths: [files] }];
  if (isPaths(files)) {
    return files.length === 0 ? [] : [{ name: undefined, isList: true, paths: files }];
  }
  return Object.entries(files).map(([name, paths]) => ({
    name,
    isList: typeof paths !== 'string',
    paths: [paths].flat(),
  }));
}

function isPaths(files: object): files is readonly string[] {
  return Array.isArray(files);
}
