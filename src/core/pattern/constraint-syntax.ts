/** A regular expression as far as it matters in how many ways it can match a text. */
export type RegexNode =
  /** One character, by a regular expression of its own. */
  | { readonly kind: 'char'; readonly regex: string }
  /** In a row; none: the empty text, as what looks around is. */
  | { readonly kind: 'row'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly parts: readonly RegexNode[] }
  | {
      readonly kind: 'repeat';
      readonly part: RegexNode;
      readonly least: number;
      readonly most: number;
    };

export interface ConstraintSyntax {
  readonly root: RegexNode;
  /** What is in lookaheads and lookbehinds. */
  readonly looks: readonly RegexNode[];
  /** Of groups within groups. */
  readonly depth: number;
}

/**
 * Takes a regular expression apart that compiles with the flag `u`, and has neither anchors nor
 * references.
 */
export function constraintSyntax(constraint: string): ConstraintSyntax {
  const looks: RegexNode[] = [];
  const outer: Group[] = [];
  let group = newGroup(false);
  let depth = 0;
  for (const [token] of constraint.matchAll(TOKEN)) {
    if (token === ')') {
      const node = choice(group.choices);
      if (group.looksAround) looks.push(node);
      const isEmpty = group.looksAround;
      group = outer.pop() ?? newGroup(false);
      rowOf(group).push(isEmpty ? EMPTY : node);
    } else if (token.startsWith('(')) {
      outer.push(group);
      group = newGroup(/^\(\?<?[=!]/.test(token));
      depth = Math.max(depth, outer.length);
    } else if (token === '|') {
      group.choices.push([]);
    } else if (/^[*+?{]/.test(token)) {
      const row = rowOf(group);
      const part = row.pop() ?? EMPTY;
      row.push({ kind: 'repeat', part, ...timesOf(token) });
    } else {
      rowOf(group).push(/^\\[bB]$/.test(token) ? EMPTY : { kind: 'char', regex: token });
    }
  }
  return { root: choice(group.choices), looks, depth };
}

/** A group that is not closed yet. */
interface Group {
  readonly looksAround: boolean;
  readonly choices: RegexNode[][];
}

const EMPTY: RegexNode = { kind: 'row', parts: [] };

/** An escape, a character class, an edge of a group, a bar, a quantifier, any other character. */
const TOKEN =
  /\\u\{[^}]*\}|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u.{4}|\\x..|\\c.|\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<\w+>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu;

function newGroup(looksAround: boolean): Group {
  return { looksAround, choices: [[]] };
}

function rowOf({ choices }: Group): RegexNode[] {
  return choices.at(-1) ?? [];
}

function choice(choices: readonly RegexNode[][]): RegexNode {
  const rows = choices.map((parts): RegexNode => {
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'row', parts };
  });
  const [only] = rows;
  return rows.length === 1 && only !== undefined ? only : { kind: 'choice', parts: rows };
}

function timesOf(quantifier: string): { least: number; most: number } {
  if (quantifier.startsWith('*')) return { least: 0, most: Infinity };
  if (quantifier.startsWith('+')) return { least: 1, most: Infinity };
  if (quantifier.startsWith('?')) return { least: 0, most: 1 };
  const [, least = '', comma = '', most = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (comma === '') return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most === '' ? Infinity : Number(most) };
}
