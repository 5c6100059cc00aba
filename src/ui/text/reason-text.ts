import { unreachable } from '../../core/diagnostic.ts';
import type { Reason } from '../../core/plan/reason.ts';

/** How many files of a changed list are named before the rest is counted. */
const NAMED_AT_MOST = 3;
/** Characters of a digest that are shown: enough to tell two apart. */
const DIGEST_SHOWN = 12;
/** Characters of an old or new value on the one line of a reason. */
const VALUE_SHOWN = 60;
/** Of them, those before the first difference. */
const CONTEXT_SHOWN = 20;

/** A reason on one line: `code changed: "sort {input}" → "sort -u {input}"`. */
export function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case 'forced':
      return `forced by --${reason.by}`;
    case 'no-output':
      return 'it has no outputs, so it always runs';
    case 'output-missing':
      return `\`${reason.path}\` is missing`;
    case 'incomplete':
      return `\`${reason.path}\` was left incomplete by an earlier run`;
    case 'not-ensured':
      if (reason.new === 'empty') return `\`${reason.path}\` is empty, and must not be`;
      return `\`${reason.path}\` is not what is ensured: ${digest(reason.new)}, and not ${digest(reason.old)}`;
    case 'input-newer':
      return `\`${reason.input}\` is newer than \`${reason.output}\``;
    case 'input-changed':
      if (reason.new === 'absent') return `\`${reason.path}\` is absent now`;
      if (reason.old === 'unknown') {
        return `\`${reason.path}\` changed, or went, while the job ran the last time`;
      }
      if (reason.old === 'absent') return `\`${reason.path}\` is there, and was absent`;
      return `\`${reason.path}\` changed: ${digest(reason.old)} → ${digest(reason.new)}`;
    case 'inputs-changed':
      return inputsText(reason);
    case 'code-changed':
      return `code changed: ${valuesText({ old: body(reason.old), new: body(reason.new) })}`;
    case 'params-changed':
      return reason.changes
        .map(({ name, old, new: now }) => `param ${name} changed: ${value(old)} → ${value(now)}`)
        .join(', ');
    case 'env-changed':
      return `environment changed: ${valuesText({ old: preamble(reason.old), new: preamble(reason.new) })}`;
    case 'temp-needed':
      return `its temporary \`${reason.path}\` is needed again`;
    case 'input-remade':
      return `if \`${reason.path}\` comes out changed`;
    case 'temp-may-be-needed':
      return `if its temporary \`${reason.path}\` comes to be needed again`;
    default:
      return unreachable(reason, 'reason');
  }
}

/** All reasons on one line; of many of one kind the first is said and the others are counted. */
export function reasonsText(reasons: readonly Reason[]): string {
  const [only] = reasons;
  if (only !== undefined && reasons.length === 1) return reasonText(only);
  const byKind = new Map<Reason['kind'], Reason[]>();
  // What is left of it will be gone: to say that it is missing, too, would only be odd.
  const torsos = new Set(reasons.flatMap((it) => (it.kind === 'incomplete' ? [it.path] : [])));
  for (const reason of reasons) {
    if (reason.kind === 'output-missing' && torsos.has(reason.path)) continue;
    const known = byKind.get(reason.kind);
    if (known === undefined) byKind.set(reason.kind, [reason]);
    else known.push(reason);
  }
  return [...byKind.values()].flatMap(kindText).join('; ');
}

function kindText(reasons: readonly Reason[]): string[] {
  const said = reasons.slice(0, reasons.length > NAMED_AT_MOST ? 1 : NAMED_AT_MOST);
  const texts = said.map(reasonText);
  const rest = reasons.length - said.length;
  return rest === 0 ? texts : [`${texts[0]} (and ${rest} more like it)`];
}

function inputsText(reason: Reason & { kind: 'inputs-changed' }): string {
  const parts = [];
  if (reason.added.length > 0) parts.push(`added ${names(reason.added)}`);
  if (reason.removed.length > 0) parts.push(`removed ${names(reason.removed)}`);
  if (parts.length === 0) parts.push(`${names(reason.old)} → ${names(reason.new)}`);
  return `inputs changed: ${parts.join(', ')}`;
}

function names(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED_AT_MOST).map((path) => `\`${path}\``);
  const rest = paths.length - named.length;
  return named.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function digest(text: string): string {
  return text.slice(0, DIGEST_SHOWN);
}

/** Code without the word that says of which kind it is. */
function body(code: string): string {
  const script = /^script\n(?<language>\w+) (?<digest>[0-9a-f]{64})$/u.exec(code)?.groups;
  if (script !== undefined) return `${script['language']} script ${digest(script['digest'] ?? '')}`;
  return code.replace(/^shell\n/u, '');
}

/** What is recorded of an environment is its preamble; nothing where there is none. */
function preamble(env: string): string {
  return (
    /^\{"preamble":"(?<text>.*)"\}$/su.exec(env)?.groups?.['text'] ?? (env === '' ? 'none' : env)
  );
}

/** Long texts begin shortly before the place where they differ. */
function valuesText({ old, new: now }: { old: string; new: string }): string {
  let same = 0;
  while (same < old.length && old[same] === now[same]) same += 1;
  const isLong = Math.max(old.length, now.length) > VALUE_SHOWN;
  const start = isLong ? Math.max(0, same - CONTEXT_SHOWN) : 0;
  const from = (text: string): string => (start > 0 ? `…${text.slice(start)}` : text);
  return `${value(from(old))} → ${value(from(now))}`;
}

function value(text: string | undefined): string {
  if (text === undefined) return 'none';
  const line = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"');
  return line.length > VALUE_SHOWN ? `${line.slice(0, VALUE_SHOWN)}…` : line;
}
