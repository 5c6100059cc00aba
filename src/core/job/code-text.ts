import { assert } from '../diagnostic.ts';
import type { Rule } from '../rule/rule.ts';

/**
 * What the record keeps of a rule's code: the template to the letter, or a script's language and
 * the digest of its content, wherever it lies. A target rule has none.
 */
export function codeText({ run }: Rule, scriptDigest?: string): string {
  switch (run?.kind) {
    case undefined:
      return '';
    case 'shell':
      return `shell\n${run.template.source}`;
    case 'exec':
      return `exec\n${JSON.stringify(run.argv.map(({ source }) => source))}`;
    case 'script':
      assert(scriptDigest !== undefined, 'the code of a script is known by its digest');
      return `script\n${run.language} ${scriptDigest}`;
  }
}

/** What the record keeps of the environment that a rule asks for. */
export function envText({ preamble }: Rule): string {
  return preamble === undefined ? '' : JSON.stringify({ preamble });
}
