import { badMemberName } from '../catalogue/language-rule.ts';
import type { Diagnostic, SourceSpan } from '../diagnostic.ts';

/**
 * What a Python list or Snakemake's named list answers to, as scripts reach inputs and params as
 * attributes of such lists; and `all`, which is all files in TypeScript.
 */
const RESERVED: ReadonlySet<string> = new Set(
  'all append clear copy count extend get insert items keys pop remove reverse'.split(' '),
);

/** Flags of Snakemake that flow has not: as a name, each would be passed over in silence. */
const FOREIGN_FLAGS: ReadonlySet<string> = new Set(
  'pipe protected service temporary unpack update'.split(' '),
);

/** Flags of flow, which stand alone around what they mark. */
const OWN_FLAGS: ReadonlySet<string> = new Set('ancient ensure orderOnly protect touch'.split(' '));

/** Flags of outputs. As the only name of an input in YAML, each is meant as the flag it is not. */
const OUTPUT_FLAGS: ReadonlySet<string> = new Set('directory optional temp'.split(' '));

/** Checks the names under one field of a rule; nameless members pass. */
export function checkMemberNames(
  members: readonly { readonly name: string | undefined; readonly span: SourceSpan }[],
  field: string,
  rule: string,
): Diagnostic[] {
  const seen = new Set<string>();
  return members.flatMap(({ name, span }) => {
    if (name === undefined) return [];
    const where = { field, rule, span };
    const isKnown = seen.has(name);
    seen.add(name);
    if (!/^[A-Za-z_]\w*$/.test(name)) return badMemberName(name, where, 'form');
    if (RESERVED.has(name)) return badMemberName(name, where, 'reserved');
    if (field !== 'a param' && FOREIGN_FLAGS.has(name)) return badMemberName(name, where, 'flag');
    if (field !== 'a param' && OWN_FLAGS.has(name)) return badMemberName(name, where, 'own-flag');
    if (field === 'an input' && members.length === 1 && OUTPUT_FLAGS.has(name)) {
      return badMemberName(name, where, 'output-flag');
    }
    return isKnown ? badMemberName(name, where, 'duplicate') : [];
  });
}
