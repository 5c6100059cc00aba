import { noValue } from '../catalogue/language-template.ts';
import { FlowError, type SourceSpan } from '../diagnostic.ts';
import type { TemplateValues } from './command-template.ts';
import { isPath, textsOf } from './reference-value.ts';
import { escapeAnsi, escapeDouble, escapeSingle, quoteWord } from './shell-quote.ts';
import type { Piece, ValuePiece } from './template-pieces.ts';
import type { ValueFault } from './template-problem.ts';

/** Whose command it is, for messages. */
export interface CommandOwner {
  readonly rule: string;
  readonly span: SourceSpan;
}

/** Throws a `FlowError` where a value is missing or cannot be shown. */
export function renderPieces(
  pieces: readonly Piece[],
  values: TemplateValues,
  owner: CommandOwner,
): string {
  let rendered = '';
  for (const piece of pieces) {
    rendered += typeof piece === 'string' ? piece : renderValue(piece, values, owner);
  }
  return rendered;
}

/** The values of a piece one by one, as they are but for the dash of a path. */
export function plainTexts(
  piece: ValuePiece,
  values: TemplateValues,
  owner: CommandOwner,
): readonly string[] {
  const texts = textsOf(piece.reference, values);
  if ('kind' in texts) throw failure(texts, { piece, values, owner });
  if (piece.reference.isRaw || !isPath(piece.reference)) return texts;
  return texts.map((path) => (path.startsWith('-') ? `./${path}` : path));
}

function renderValue(piece: ValuePiece, values: TemplateValues, owner: CommandOwner): string {
  const texts = plainTexts(piece, values, owner);
  return texts
    .map((text) => {
      const quoted = quote(text, piece);
      if (typeof quoted !== 'string') throw failure(quoted, { piece, values, owner });
      return quoted;
    })
    .join(' ');
}

/** The text as it has to be written where it stands. */
function quote(text: string, { place, mustQuote }: ValuePiece): string | ValueFault {
  switch (place) {
    case 'bare':
      return quoteWord(text, mustQuote);
    case 'double':
      return escapeDouble(text);
    case 'single':
      return escapeSingle(text);
    case 'ansi':
      return escapeAnsi(text);
    case 'arithmetic':
      // Bash evaluates names and subscripts in there, and runs what they hold.
      return /^[+-]?\d+$/.test(text) ? text : { kind: 'no-integer', found: text };
    case 'raw':
    case 'parameter':
    case 'backtick':
    case 'heredoc':
    case 'comment':
    case 'escaped':
      return text;
  }
}

function failure(
  fault: ValueFault,
  given: { piece: ValuePiece; values: TemplateValues; owner: CommandOwner },
): FlowError {
  const { piece, values, owner } = given;
  const { wildcards } = values;
  return new FlowError(noValue(fault, { ...owner, wildcards, placeholder: piece.text }));
}
