/**
 * Takes off blank lines at both ends and the white space that all other lines begin with; the rest
 * stays to the letter.
 */
export function dedent(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return '';
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const kept = lines.slice(first, last + 1);
  const margin = commonMargin(kept);
  if (margin === '') return kept.join('\n');
  return kept.map((line) => (line.startsWith(margin) ? line.slice(margin.length) : '')).join('\n');
}

function commonMargin(lines: readonly string[]): string {
  let margin: string | undefined;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const own = /^[ \t]*/.exec(line)?.[0] ?? '';
    if (margin === undefined) margin = own;
    let length = 0;
    while (length < margin.length && margin[length] === own[length]) length += 1;
    margin = margin.slice(0, length);
  }
  return margin ?? '';
}
