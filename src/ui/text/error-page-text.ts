import type { ErrorPage } from '../../core/catalogue/pages/error-page.ts';
import type { ErrorArea } from '../../core/catalogue/pages/error-pages.ts';
import { styled, type Style } from './style.ts';

/** Columns of running text. */
const WIDTH = 90;

/** All that is said of one code. */
export function errorPageText(page: ErrorPage & { readonly code: string }, style: Style): string {
  const { code, titles, means, remedy } = page;
  return [
    ...titles.map((title) => `${styled(style, 'red', code)}: ${styled(style, 'bold', title)}`),
    '',
    wrapped(means),
    '',
    wrapped(remedy),
    ...exampleLines(page, style),
  ].join('\n');
}

/** Every code with its first title, by area. */
export function errorListText(areas: readonly ErrorArea[], style: Style): string {
  const width = Math.max(...areas.flatMap(({ pages }) => Object.keys(pages).map(lengthOf)));
  return areas
    .map(({ title, pages }) => {
      const lines = Object.entries(pages).map(([code, page]) =>
        `  ${code.padEnd(width)}  ${page.titles[0] ?? ''}`.trimEnd(),
      );
      return [styled(style, 'bold', title), ...lines].join('\n');
    })
    .join('\n\n');
}

function exampleLines({ files, typed = 'flow -n' }: ErrorPage, style: Style): string[] {
  if (files === undefined) return [];
  const shown = Object.entries(files).flatMap(([path, text]) => [
    `  ${styled(style, 'dim', path)}`,
    ...text.replace(/\n$/u, '').split('\n').map(indented),
  ]);
  return ['', 'An example:', ...shown, `  $ ${typed}`];
}

function indented(line: string): string {
  return line === '' ? '' : `    ${line}`;
}

/** Lines of at most `WIDTH` columns, as far as words allow. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}

function lengthOf(text: string): number {
  return text.length;
}
