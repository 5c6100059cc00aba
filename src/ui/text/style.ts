/** Whether text is decorated; decided once, where the stream is known. */
export interface Style {
  readonly isColoured: boolean;
}

export const PLAIN: Style = { isColoured: false };

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** The text, decorated if the style says so. */
export function styled(style: Style, how: keyof typeof CODES, text: string): string {
  return style.isColoured ? `\u001B[${CODES[how]}m${text}\u001B[0m` : text;
}
