import type { ScriptLanguage } from '../../core/rule/rule.ts';

const LANGUAGES: Readonly<Record<string, ScriptLanguage>> = {
  ts: 'typescript',
  mts: 'typescript',
  js: 'typescript',
  mjs: 'typescript',
  py: 'python',
  sh: 'bash',
  bash: 'bash',
  r: 'r',
};

/** By the ending of its name; undefined if that says nothing. */
export function scriptLanguage(path: string): ScriptLanguage | undefined {
  const ending = /\.([^./]+)$/u.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined;
}
