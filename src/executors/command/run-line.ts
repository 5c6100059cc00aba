import { spawn } from 'node:child_process';

export interface LineResult {
  /** Undefined: it was killed, or took too long. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Longer than any system that works takes to answer. */
const LONGEST_MS = 60_000;

/** Runs a command by bash, in a group of its own: a Ctrl-C is for us, and not for it. */
export async function runLine(line: string): Promise<LineResult> {
  return await new Promise((resolve) => {
    const child = spawn('bash', ['-c', line], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text;
      });
    }
    child.once('error', ({ message }) => resolve({ code: 127, stdout: '', stderr: message }));
    child.once('close', (code) => resolve({ code: code ?? undefined, ...said }));
  });
}

const LONGEST_WORDS = 300;

/** What it said, on standard error if there is something; one line. */
export function wordsOf({ stdout, stderr }: LineResult): string {
  const said = stderr.trim() === '' ? stdout : stderr;
  const lines = said.split('\n').map((line) => line.trim());
  return (
    lines
      .filter((line) => line !== '')
      .join('; ')
      .slice(0, LONGEST_WORDS) || 'nothing'
  );
}
