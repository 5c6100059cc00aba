import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, type FileTexts, linesIn } from '../../rigs/program-files.ts';
import { type Ended, flow, processesIn, workFolder } from '../../rigs/program-flow.ts';

// Goal: as in kill-anywhere.test.ts, for runs in which more goes on: retries, failures, scripts,
// whole folders.
// Method: the same, but before every k-th call only, from one that the seed says: `SEED=3` for
// others, `ALL_CALLS=1` for all of them.

const SEED = Number(process.env['SEED'] ?? 1);
const KILLS = process.env['ALL_CALLS'] === undefined ? 8 : Number.POSITIVE_INFINITY;

/** Notes when it starts and ends, in a log that no run can undo. */
function shell(name: string, body: string): string {
  return JSON.stringify(
    `echo "start ${name} $BASHPID" >> "$LOG"; ${body}; echo "end ${name} $BASHPID" >> "$LOG"`,
  );
}

interface Scene {
  readonly files: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  /** Of a run that came to its end. */
  readonly code: number;
  /** Made of the second source; the rest is as the first run left it. */
  readonly made: FileTexts;
}

const SCENES: Readonly<Record<string, Scene>> = {
  'a run with retries': {
    files: {
      'flow.yaml': `
rules:
  all: { input: [b.txt, c.txt] }
  a:
    input: source.txt
    output: a.txt
    retries: 2
    shell: ${shell('a', 'cat {input} > {output}; echo x >> "$TRIES"; test $(($(wc -l < "$TRIES") % 3)) = 0')}
  b: { input: a.txt, output: b.txt, shell: ${shell('b', 'cat {input} > {output}; echo b >> {output}')} }
  c: { input: source.txt, output: { temp: c.txt }, shell: ${shell('c', 'cat {input} > {output}')} }
`,
    },
    words: ['-c2'],
    code: 0,
    made: { 'a.txt': 'two\n', 'b.txt': 'two\nb\n', 'c.txt': 'two\n' },
  },
  'a run with two jobs that fail': {
    files: {
      'flow.yaml': `
rules:
  all: { input: [a.txt, b.txt, e.txt, after.txt] }
  a: { input: source.txt, output: a.txt, shell: ${shell('a', 'cat {input} > {output}; grep -q one {input}')} }
  b: { input: source.txt, output: b.txt, shell: ${shell('b', 'cat {input} > {output}; grep -q one {input}')} }
  c: { input: source.txt, output: c.txt, shell: ${shell('c', 'cat {input} > {output}')} }
  d: { input: c.txt, output: d.txt, shell: ${shell('d', 'cat {input} > {output}')} }
  e: { input: d.txt, output: e.txt, shell: ${shell('e', 'cat {input} > {output}')} }
  after: { input: a.txt, output: after.txt, shell: ${shell('after', 'cat {input} > {output}')} }
`,
    },
    words: ['-c2', '-k'],
    code: 1,
    made: { 'c.txt': 'two\n', 'd.txt': 'two\n', 'e.txt': 'two\n' },
  },
  'a run with a folder and a script': {
    files: {
      'flow.yaml': `
rules:
  all: { input: [sum.txt] }
  parts:
    input: source.txt
    output: [{ directory: parts }, list.txt]
    shell: ${shell('parts', 'mkdir parts; for i in 1 2 3; do cat {input} > parts/$i; done; ls parts > list.txt')}
  sum: { input: [parts, list.txt], output: sum.txt, script: sum.py }
`,
      'sum.py': `
import os
with open(os.environ["LOG"], "a") as log:
    print("start sum", os.getpid(), file=log)
names = open(snakemake.input[1]).read().split()
with open(snakemake.output[0], "w") as out:
    for name in names:
        out.write(open(snakemake.input[0] + "/" + name).read())
with open(os.environ["LOG"], "a") as log:
    print("end sum", os.getpid(), file=log)
`,
    },
    words: ['-c2'],
    code: 0,
    made: {
      'list.txt': '1\n2\n3\n',
      'parts/1': 'two\n',
      'parts/2': 'two\n',
      'parts/3': 'two\n',
      'sum.txt': 'two\ntwo\ntwo\n',
    },
  },
};

test.each(Object.entries(SCENES))(
  'killed before its calls, %s ends well when it is started again',
  {
    timeout: 600_000,
  },
  (_name, scene) => {
    const prepared = workFolder({ ...scene.files, 'source.txt': 'one\n' });
    const run = (folder: string, more: Readonly<Record<string, string>> = {}): Ended =>
      flow(folder, scene.words, { env: { ...logsOf(folder), ...more } });
    expect(run(prepared)).toMatchObject({ code: 0 });
    writeFileSync(join(prepared, 'source.txt'), 'two\n');
    const expected = { ...filesOf(prepared, scene), 'source.txt': 'two\n', ...scene.made };

    const counted = copyOf(prepared, 'counted');
    const counts = join(dirname(counted), 'counts');
    expect(run(counted, { COUNT_CALLS_IN: counts })).toMatchObject({ code: scene.code });
    expect(filesOf(counted, scene)).toEqual(expected);
    const callCount = Number(readFileSync(counts, 'utf8'));
    let recordedCount = 0;
    const step = Math.max(1, callCount / KILLS);
    for (let at = 1 + (SEED % Math.ceil(step)); at <= callCount; at += step) {
      const call = Math.floor(at);
      const folder = copyOf(prepared, `killed-${call}`);
      const { LOG: log } = logsOf(folder);
      const killed = run(folder, { KILL_AT_CALL: `${call}` });
      const recorded = recordedJobs(folder, linesIn(join(prepared, '.flow/journal')).length);
      const before = linesIn(log).length;
      const again = run(folder);
      const where = `killed before call ${call} of ${callCount}, kept in ${folder}\n${again.err}`;
      expect([scene.code, null], where).toContain(killed.code);
      expect(again.code, where).toBe(scene.code);
      expect(filesOf(folder, scene), where).toEqual(expected);
      const starts = linesIn(log)
        .slice(before)
        .filter((line) => line.startsWith('start'));
      for (const name of recorded) {
        expect(
          starts.map((line) => line.split(' ')[1]),
          where,
        ).not.toContain(name);
      }
      expect(overlaps(linesIn(log)), where).toEqual([]);
      expect(processesIn(folder), where).toEqual([]);
      expect(run(folder).err.includes('nothing to do'), where).toBe(scene.code === 0);
      rmSync(folder, { recursive: true });
      recordedCount += recorded.length;
    }
    // Some kills came after a success, or nothing was shown of those.
    expect(recordedCount).toBeGreaterThan(0);
  },
);

function copyOf(prepared: string, name: string): string {
  const folder = join(dirname(prepared), name, 'work');
  cpSync(prepared, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

/** Beside the working directory. */
function logsOf(folder: string): { readonly LOG: string; readonly TRIES: string } {
  const logs = join(dirname(folder), 'logs');
  mkdirSync(logs, { recursive: true });
  return { LOG: join(logs, 'log'), TRIES: join(logs, 'tries') };
}

function filesOf(folder: string, { files }: Scene): FileTexts {
  return filesIn(folder, Object.keys(files));
}

/** Rules of the successes that the journal holds from that line on. */
function recordedJobs(folder: string, from: number): string[] {
  return linesIn(join(folder, '.flow/journal'))
    .slice(from)
    .flatMap((line) => /^.{9}\{"job":.*?"rule":"(?<rule>\w+)"/u.exec(line)?.groups?.['rule'] ?? []);
}

/** What attempts did after the next attempt at the same job had started. */
function overlaps(lines: readonly string[]): string[] {
  const newest = new Map<string, string>();
  return lines.filter((line) => {
    const [what, name = '', process = ''] = line.split(' ');
    if (what === 'start') newest.set(name, process);
    return newest.get(name) !== process;
  });
}
