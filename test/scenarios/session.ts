/** One command of a session, and what it is to show. */
export interface Step {
  readonly command: string;
  /** Standard output and error as they come, without a last newline. */
  readonly shown: string;
  readonly exitCode: number;
}

export interface Session {
  /** What the scenario shows, in a sentence. */
  readonly why: string;
  readonly steps: readonly Step[];
}

/**
 * Reads `session.txt`: a paragraph that says what the scenario shows; then for each command a line
 * `$ COMMAND`, the lines that it prints, and `? CODE` if it exits with another code than 0.
 */
export function parseSession(text: string): Session {
  const [why = '', ...blocks] = text.split(/^\$ /mu);
  if (why.trim() === '') throw new Error('session.txt must begin with what the scenario shows');
  return { why: why.trim().replaceAll(/\s+/gu, ' '), steps: blocks.map(parseStep) };
}

/** The inverse of `parseSession`, for `UPDATE=1`. */
export function sessionText(why: string, steps: readonly Step[]): string {
  const blocks = steps.map(({ command, shown, exitCode }) => {
    const lines = [`$ ${command}`, ...(shown === '' ? [] : [shown])];
    if (exitCode !== 0) lines.push(`? ${exitCode}`);
    return `${lines.join('\n')}\n`;
  });
  return `${why}\n\n${blocks.join('')}`;
}

function parseStep(block: string): Step {
  const [command = '', ...lines] = block.replace(/\n$/u, '').split('\n');
  const last = /^\? (?<code>\d+)$/u.exec(lines.at(-1) ?? '');
  const shown = last === null ? lines : lines.slice(0, -1);
  return { command, shown: shown.join('\n'), exitCode: Number(last?.groups?.['code'] ?? 0) };
}

/** What differs from run to run, by a word for it. */
export function normalise(shown: string, folder: string): string {
  return shown
    .replaceAll(folder, '[folder]')
    .replaceAll(/\b\d{8}-\d{6}-\d{3}-[0-9a-z]{6}\b/gu, '[run]')
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{3}Z)?/gu, '[date]')
    .replaceAll(/\b(?:\d+ h )?(?:\d+ min )?\d+(?:\.\d)? s\b/gu, '[time]')
    .replace(/\n$/u, '');
}
