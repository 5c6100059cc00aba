/** HTML that is written as such; everything else is text and gets escaped. */
export interface Markup {
  readonly markup: string;
}

type Content = string | number | Markup | undefined | readonly Content[];

/** A template of HTML whose values are escaped, unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return { markup: parts.map((part, i) => part + textOf(values[i])).join('') };
}

function textOf(value: Content): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeText(value);
  return 'markup' in value ? value.markup : value.map(textOf).join('');
}

/** For text and for attributes in double quotes. */
function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (char) => `&#${char.codePointAt(0)};`);
}
