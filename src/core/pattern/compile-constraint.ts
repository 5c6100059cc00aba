import { isAmbiguous } from './constraint-ambiguity.ts';

/** A constraint as a piece of a regular expression without groups of its own. */
export interface CompiledConstraint {
  readonly regex: string;
  /** It may match the empty text somewhere, which no wildcard's value is. */
  readonly canBeEmpty: boolean;
}

/** Why a constraint cannot be used. `why` is the regular expression compiler's word. */
export interface ConstraintFault {
  readonly kind:
    | 'empty-constraint'
    | 'anchored-constraint'
    | 'constraint-reference'
    | 'ambiguous-constraint'
    | 'invalid-constraint';
  readonly why: string;
}

/**
 * Groups of a constraint are made to capture nothing, so that the pattern's own groups can be
 * counted. References to them and anchors are refused: a constraint always matches a whole value.
 * So is what JavaScript could take for ever to match.
 */
export function compileConstraint(constraint: string): CompiledConstraint | ConstraintFault {
  const known = compiled.get(constraint);
  if (known !== undefined) return known;
  const fresh = compile(constraint);
  compiled.set(constraint, fresh);
  return fresh;
}

/** Nearly all wildcards of a workflow have one of a few constraints. */
const compiled = new Map<string, CompiledConstraint | ConstraintFault>();

function compile(constraint: string): CompiledConstraint | ConstraintFault {
  if (constraint === '') return { kind: 'empty-constraint', why: '' };
  const why = regexFault(constraint);
  if (why !== undefined) return { kind: 'invalid-constraint', why };
  let regex = '';
  let looksAround = false;
  for (const [token] of constraint.matchAll(TOKEN)) {
    if (token === '^' || token === '$') return { kind: 'anchored-constraint', why: '' };
    if (/^\\[1-9k]/.test(token)) return { kind: 'constraint-reference', why: '' };
    looksAround ||= /^\(\?<?[=!]$|^\\[bB]$/.test(token);
    regex += token === '(' || (token.startsWith('(?<') && token.endsWith('>')) ? '(?:' : token;
  }
  if (isAmbiguous(constraint)) return { kind: 'ambiguous-constraint', why: '' };
  const canBeEmpty = looksAround || new RegExp(`^(?:${regex})$`, 'su').test('');
  return { regex, canBeEmpty };
}

/** An escape, a character class, the start of a group, or any other character. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!:]|\(\?<\w+>|./gsu;

function regexFault(source: string): string | undefined {
  try {
    // Alone, so that `a)(b` is not saved by the group around it.
    void new RegExp(source, 'su');
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(': ') + 2).toLowerCase();
  }
}
