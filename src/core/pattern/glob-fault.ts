/** Why a glob can hardly be meant as it is: it is empty, or a bracket at `offset` is never closed. */
export type GlobFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unclosed'; readonly bracket: '[' | '{'; readonly offset: number };

/**
 * What is wrong with a glob. Elsewhere a bracket that is never closed stands for itself; a backslash
 * before it says so.
 */
export function globFault(pattern: string): GlobFault | undefined {
  if (pattern === '') return { kind: 'empty' };
  const braces: number[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (char === '{') braces.push(at);
    else if (char === '}') braces.pop();
    else if (char === '[') {
      // A `]` that comes first is a member of the class.
      const end = pattern.indexOf(']', at + 2);
      if (end === -1) return { kind: 'unclosed', bracket: '[', offset: at };
      at = end;
    }
  }
  const [offset] = braces;
  return offset === undefined ? undefined : { kind: 'unclosed', bracket: '{', offset };
}
