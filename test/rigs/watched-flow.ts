import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { linesIn } from './program-files.ts';
import { processesIn, startFlow, type StartedFlow, workFolder } from './program-flow.ts';
import { waitUntil } from './wait-until.ts';

/** Counts words, and says in `$LOG` that it did. */
export const COUNT = `
rules:
  count:
    input: texts/a.txt
    output: texts/a.count
    shell: echo count >> "$LOG"; wc -w < {input} > {output}
`;

/** `flow watch` at work, and its folder. */
export interface Watched {
  readonly folder: string;
  readonly flow: StartedFlow;
  /** Writes a file of the folder; its lines without blanks, and none if it is not there. */
  readonly write: (path: string, text: string) => void;
  readonly text: (path: string) => string;
  readonly runs: () => number;
  /** Resolves when it has said so often that it waits for changes. */
  readonly quiet: (times: number) => Promise<void>;
}

/** Starts `flow watch` in a new folder with these files, and waits until it waits for changes. */
export async function watching(
  files: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<Watched> {
  const folder = workFolder({ ...files, '../notes/first': '' });
  const log = join(folder, '../notes/log');
  const flow = startFlow(folder, ['watch', '-c1', '--settle', '0.2', ...words], {
    env: { LOG: log },
  });
  const quiet = async (times: number): Promise<void> => {
    await waitUntil(
      () => flow.err().split('\nwatch ').length > times,
      `quiet ${times}:\n${flow.err()}`,
    );
  };
  await quiet(1);
  return {
    folder,
    flow,
    write: (path, text) => writeFileSync(join(folder, path), text),
    text: (path) => linesIn(join(folder, path)).join('\n'),
    runs: () => linesIn(log).length,
    quiet,
  };
}

/** As Ctrl-C does; nothing may be left of it. */
export async function endWatched({ flow, folder }: Watched): Promise<void> {
  process.kill(flow.pid, 'SIGINT');
  expect(await flow.ended).toMatchObject({ code: 130, signal: null });
  expect(processesIn(folder)).toEqual([]);
}
