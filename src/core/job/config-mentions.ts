/** Languages whose runners cannot watch what a script reads of the config. */
export type UnwatchedLanguage = 'bash' | 'r';

/**
 * The places of the config that a script may read, as far as its text says: top-level keys that it
 * names, else the empty path, which is all of the config. Rather too many than too few: what is
 * mentioned in a comment counts, and a script that reads in other files may read all.
 */
export function configMentions(
  language: UnwatchedLanguage,
  text: string,
  config: unknown,
): readonly string[] {
  const { mention, whole } = PATTERNS[language];
  if (whole.test(text)) return [WHOLE];
  const paths = new Set<string>();
  for (const [, ...names] of text.matchAll(mention)) {
    const name = names.find((each) => each !== undefined);
    paths.add(name !== undefined && isPlainKey(name, config) ? name : WHOLE);
  }
  return paths.has(WHOLE) ? [WHOLE] : [...paths].toSorted();
}

const WHOLE = '';

const PATTERNS = {
  bash: {
    mention: /snakemake_config(?:\[(?:"([^"\\$`]+)"|'([^']+)'|([\w-]+))\])?/gu,
    // `source lib.sh`, `. lib.sh`, where a command may stand.
    whole:
      /(?:^|[;&|({!]|\b(?:builtin|command|do|else|elif|if|then|until|while)\s)[ \t]*(?:source|\.)[ \t]+\S/mu,
  },
  r: {
    mention:
      /@\s*config\b(?:\s*(?:\$\s*(?:([A-Za-z.][\w.]*)|`([^`]+)`)|\[\[\s*(?:"([^"\\]+)"|'([^'\\]+)')\s*\]\]))?/gu,
    // The object is handed on, or other files are read in.
    whole: /\bsnakemake\b(?!\s*@)|\bsource\s*\(/u,
  },
} as const;

/** In a path dots are between keys, and R completes names that are not there. */
function isPlainKey(name: string, config: unknown): boolean {
  const isThere = typeof config === 'object' && config !== null && Object.hasOwn(config, name);
  return isThere && !name.includes('.');
}
