/** Compares texts so that `A2` comes before `A10`: runs of digits count as numbers. */
export function naturalOrder(one: string, other: string): number {
  const [left, right] = [piecesOf(one), piecesOf(other)];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const order = comparePieces(left[at] ?? '', right[at] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || compareTexts(one, other);
}

function piecesOf(text: string): string[] {
  return text.match(/\d+|\D+/gu) ?? [];
}

function comparePieces(one: string, other: string): number {
  const areNumbers = /^\d/u.test(one) && /^\d/u.test(other);
  return areNumbers ? Number(one) - Number(other) : compareTexts(one, other);
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
