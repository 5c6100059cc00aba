import { ERROR_AREAS } from '../../core/catalogue/pages/error-pages.ts';
import type { ErrorPage } from '../../core/catalogue/pages/error-page.ts';
import { unknownCode } from '../../core/catalogue/usage.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { jsonText } from '../../ui/text/json-text.ts';
import { errorListText, errorPageText } from '../../ui/text/error-page-text.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';

/** `flow explain CODE...`: the pages of these codes; `flow explain`: all codes. */
export function explainCommand(args: Arguments, { out }: Terminal): number {
  const pages = args.words.map((word) => pageOf(word));
  if (args.has('json')) {
    const shown = pages.length === 0 ? ERROR_AREAS.flatMap(pagesOf) : pages;
    out.write(jsonText({ pages: shown }));
  } else if (pages.length === 0) {
    out.write(`${errorListText(ERROR_AREAS, out.style)}\n`);
  } else {
    out.write(`${pages.map((page) => errorPageText(page, out.style)).join('\n\n')}\n`);
  }
  return EXIT_CODE.done;
}

interface CodePage extends ErrorPage {
  readonly code: string;
  readonly area: string;
}

function pagesOf(area: (typeof ERROR_AREAS)[number]): CodePage[] {
  return Object.entries(area.pages).map(([code, page]) => ({ code, area: area.title, ...page }));
}

/** `word`: a code, or `error[CODE]` as it is printed. Throws a usage error. */
function pageOf(word: string): CodePage {
  const code = /^(?:error|warning)\[(?<code>.*)\]:?$/u.exec(word)?.groups?.['code'] ?? word;
  const all = ERROR_AREAS.flatMap(pagesOf);
  const page = all.find((it) => it.code === code);
  if (page !== undefined) return page;
  const codes = all.map((it) => it.code);
  throw new FlowError(unknownCode(code, codes));
}
