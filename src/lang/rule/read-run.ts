import { twoRunParts, unknownScriptLanguage } from '../../core/catalogue/workflow-file.ts';
import { unreachable } from '../../core/diagnostic.ts';
import type { DraftPath, DraftRun } from '../../core/rule/rule-draft.ts';
import { scriptLanguage } from './script-language.ts';
import { refuse, type RuleReading } from './rule-reading.ts';

export interface RunFields {
  readonly shell: unknown;
  readonly exec: unknown;
  readonly script: unknown;
}

/** What the rule runs; undefined for a target rule. */
export function readRun(reading: RuleReading, fields: RunFields): DraftRun | undefined {
  const given = (['shell', 'exec', 'script'] as const).filter((name) => fields[name] !== undefined);
  if (given.length > 1) {
    const parts = given.map((name) => ({ name, span: reading.span([name]) }));
    // The last one is what was added.
    reading.problems.push(twoRunParts(reading.rule, parts.toReversed()));
  }
  const [part] = given;
  switch (part) {
    case 'shell':
      return readShell(reading, fields.shell);
    case 'exec':
      return readExec(reading, fields.exec);
    case 'script':
      return readScript(reading, fields.script);
    case undefined:
      return undefined;
    default:
      return unreachable(part, 'run part');
  }
}

function readShell(reading: RuleReading, value: unknown): DraftRun | undefined {
  if (typeof value === 'string') {
    return { kind: 'shell', text: value, span: reading.span(['shell'], value) };
  }
  const wanted = { typescript: 'a text', yaml: 'a text, in quotes if it starts with `{`' };
  refuse(reading, 'shell', { value, wanted, span: reading.span(['shell']) });
  return undefined;
}

function readExec(reading: RuleReading, value: unknown): DraftRun | undefined {
  if (!Array.isArray(value)) {
    const wanted = 'a list: the program and its arguments';
    refuse(reading, 'exec', { value, wanted, span: reading.span(['exec']) });
    return undefined;
  }
  const argv = value.flatMap((item: unknown, index): DraftPath[] => {
    if (typeof item === 'string') {
      return [{ text: item, span: reading.span(['exec', index], item) }];
    }
    const span = reading.span(['exec', index]);
    refuse(reading, `exec.${index}`, { value: item, wanted: 'a text', span });
    return [];
  });
  return { kind: 'exec', argv, span: reading.span(['exec']) };
}

function readScript(reading: RuleReading, value: unknown): DraftRun | undefined {
  if (typeof value !== 'string') {
    const wanted = 'the path of a script, relative to this file';
    refuse(reading, 'script', { value, wanted, span: reading.span(['script']) });
    return undefined;
  }
  const span = reading.span(['script'], value);
  const language = scriptLanguage(value);
  if (language !== undefined) return { kind: 'script', path: value, language, span };
  reading.problems.push(unknownScriptLanguage(value, reading.rule, span));
  return undefined;
}
