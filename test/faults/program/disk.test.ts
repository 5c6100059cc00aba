import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canMount, fillDisk, makeReadOnly, putDisk } from '../../rigs/program-disk.ts';
import { filesIn, linesIn } from '../../rigs/program-files.ts';
import { type Ended, flow, flowEnvironment, PROGRAM, workFolder } from '../../rigs/program-flow.ts';

// Goal: a disk that takes no more costs nothing but the run: it is said clearly, what was there is
// back, what was recorded is not repeated, and once there is room a run ends well.
// Method: real disks, so small that they fill up, at every point of a run.

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Each makes more than a page, in two steps, and its reader makes as much again. */
const WORKFLOW = `
rules:
  all: { input: [${NAMES.map((name) => `${name}.2`).join(', ')}] }
  first:
    input: source.txt
    output: "{name}.1"
    shell: |
      echo "first {wildcards.name}" >> "$LOG"
      cat {input} > {output}; head -c 5000 /dev/zero | tr '\\0' x >> {output}; echo {wildcards.name} >> {output}
  second:
    input: "{name}.1"
    output: "{name}.2"
    shell: 'echo "second {wildcards.name}" >> "$LOG"; cat {input} > {output}; echo 2 >> {output}'
`;

const hasMounts = canMount();

describe.skipIf(!hasMounts)('a disk that is full', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28])(
    'but for %i pages loses nothing',
    (freePages) => {
      const { folder, log, env } = onDisk(512, { 'flow.yaml': WORKFLOW, 'source.txt': 'old\n' });
      expect(flow(folder, ['-c2'], { env }).code).toBe(0);
      writeFileSync(join(folder, 'source.txt'), 'new\n');
      const journalBefore = linesIn(join(folder, '.flow/journal')).length;
      const makeRoom = fillDisk(folder, freePages);
      const full = flow(folder, ['-c2', '-k'], { env });
      makeRoom();
      expect([0, 1, 3], full.err).toContain(full.code);
      expect(full.err).not.toContain('has a bug');
      expect(full.err.includes('the disk is full')).toBe(full.code === 3);
      const recorded = successesIn(folder, journalBefore);
      for (const [name, text] of Object.entries(filesIn(folder))) {
        const whole = ['old', 'new'].map((source) => contentOf(name, source));
        expect(whole, name).toContain(text);
      }
      const before = linesIn(log).length;
      const again = flow(folder, ['-c2'], { env });
      expect(again.code, `${full.err}\n${again.err}`).toBe(0);
      for (const [name, text] of Object.entries(filesIn(folder))) {
        expect(text, name).toBe(contentOf(name, 'new'));
      }
      expect(
        linesIn(log)
          .slice(before)
          .filter((line) => recorded.has(line)),
      ).toEqual([]);
      expect(flow(folder, ['-c2'], { env }).err).toBe('nothing to do: 12 jobs up to date\n');
    },
  );

  test('fails a job whose outputs have no room, and puts the old ones back', () => {
    const { folder, env } = onDisk(256, {
      'flow.yaml':
        'rules: { big: { input: source.txt, output: big.txt, shell: "cat {input} > {output}; head -c $(cat {input}) /dev/zero >> {output}" } }',
      'source.txt': '10\n',
    });
    expect(flow(folder, [], { env }).code).toBe(0);
    const old = filesIn(folder)['big.txt'];
    writeFileSync(join(folder, 'source.txt'), '1000000\n');
    const { code, err } = flow(folder, [], { env });
    expect(code).toBe(1);
    expect(errorLine(err)).toMatchInlineSnapshot(
      `"error[job-failed]: \`big\` failed: exit code 1"`,
    );
    expect(filesIn(folder)['big.txt']).toBe(old);
  });

  test('stops the run once nothing can be recorded any more', () => {
    const jobs = Array.from({ length: 60 }, (_, index) => `o${index}`);
    const { folder, log, env } = onDisk(256, {
      'flow.yaml': `
rules:
  all: { input: [filled, ${jobs.join(', ')}] }
  fill:
    output: filled
    shell: 'cat /dev/zero > .filler || true; touch {output}'
  empty:
    input: filled
    output: "o{number}"
    params: { long: ${'x'.repeat(300)} }
    shell: 'echo {output} >> "$LOG"; touch {output}'
`,
    });
    const full = flow(folder, ['-c2', '-q'], { env });
    expect(full.code, full.err).toBe(3);
    expect(withoutTimes(full.err.replaceAll(folder, '[folder]'))).toMatchInlineSnapshot(`
      "error[journal-not-written]: cannot write the journal \`[folder]/.flow/journal\`: the disk is full
        recorded: all that was written before; what was not recorded runs again

      hint: make room, then run the same command again
      "
    `);
    const recorded = successesIn(folder, 0);
    const started = linesIn(log);
    expect(started.length).toBeLessThan(jobs.length);
    spawnSync('rm', [join(folder, '.filler')]);
    const again = flow(folder, ['-c2', '-q'], { env });
    expect(again, again.err).toMatchObject({ code: 0, err: '' });
    const repeated = linesIn(log).slice(started.length);
    expect(repeated.filter((name) => recorded.has(`empty ${name.slice(1)}`))).toEqual([]);
    expect(new Set([...started, ...repeated]).size).toBe(jobs.length);
  });
});

test('a limit on the sizes of files is told as what it is', () => {
  const { folder, env } = onDisk(undefined, {
    'flow.yaml': `
rules:
  all: { input: [${Array.from({ length: 40 }, (_, index) => `o${index}`).join(', ')}] }
  empty: { output: "o{number}", params: { long: ${'x'.repeat(300)} }, shell: "touch {output}" }
`,
  });
  const limited = flowWithLimit(folder, env);
  expect(limited.code, limited.err).toBe(3);
  expect(withoutTimes(limited.err.replaceAll(folder, '[folder]'))).toMatchInlineSnapshot(`
    "error[journal-not-written]: cannot write the journal \`[folder]/.flow/journal\`: a file may not grow that large
      recorded: all that was written before; what was not recorded runs again

    hint: raise the limit with \`ulimit -f unlimited\`, and try again
    "
  `);
  const again = flow(folder, ['-c2', '-q'], { env });
  expect(again, again.err).toMatchObject({ code: 0, err: '' });
  expect(Object.keys(filesIn(folder))).toHaveLength(40);
});

/** No file may grow beyond 8 KiB. */
function flowWithLimit(folder: string, env: Readonly<Record<string, string>>): Ended {
  const script = `trap '' XFSZ; ulimit -f 8; exec "$@"`;
  const { status, signal, stdout, stderr } = spawnSync(
    'bash',
    ['-c', script, 'bash', process.execPath, PROGRAM, '-c2', '-q'],
    { cwd: folder, encoding: 'utf8', env: flowEnvironment(folder, env) },
  );
  return { code: status, signal, out: stdout, err: stderr };
}

describe.skipIf(!hasMounts)('where nothing can be written', () => {
  const FILES = {
    'flow.yaml':
      'rules: { a: { input: source.txt, output: a.txt, shell: "cat {input} > {output}" } }',
    'source.txt': 'one\n',
  };

  test.each([true, false])('one can look, and a run is refused; has records: %s', (hasRecords) => {
    const { folder, env } = onDisk(512, FILES);
    if (hasRecords) flow(folder, ['-q'], { env });
    writeFileSync(join(folder, 'source.txt'), 'another\n');
    makeReadOnly(folder);
    const before = filesIn(folder);
    for (const words of [['-n'], ['why'], ['list'], ['graph'], ['logs']]) {
      const looked = flow(folder, words, { env });
      expect(looked.code, `${words.join(' ')}: ${looked.err}`).toBe(0);
    }
    const { code, out, err } = flow(folder, [], { env });
    expect({ code, out }).toEqual({ code: 3, out: '' });
    const [what, path] = hasRecords ? ['lock', '.flow/lock'] : ['make', '.flow'];
    expect(err.replaceAll(folder, '[folder]')).toBe(
      `error[disk-refused]: cannot ${what} \`[folder]/${path}\`: the file system is read-only\n\n` +
        'hint: work in a folder that can be written\n',
    );
    expect(filesIn(folder)).toEqual(before);
  });

  test('a TypeScript workflow can be looked at without a cache', () => {
    const { folder, env } = onDisk(512, {
      'flow.ts': `
import { rule, workflow } from 'dagflow';
export default workflow({ rules: () => [rule('a', { output: 'a.txt', shell: 'touch {output}' })] });
`,
    });
    makeReadOnly(folder);
    const looked = flow(folder, ['-n'], { env: { ...env, XDG_CACHE_HOME: folder, HOME: folder } });
    expect(looked, looked.err).toMatchObject({ code: 0, err: '' });
  });

  test('an output folder that takes nothing fails its job, and no other', () => {
    const { folder, env } = onDisk(undefined, {
      'flow.yaml': `
rules:
  all: { input: [out/a.txt, b.txt] }
  a: { output: out/a.txt, shell: "touch {output}" }
  b: { output: b.txt, shell: "touch {output}" }
`,
    });
    mkdirSync(join(folder, 'out'));
    putDisk(join(folder, 'out'), 64);
    makeReadOnly(join(folder, 'out'));
    const { code, err } = flow(folder, ['-c1', '-k'], { env });
    expect(code, err).toBe(1);
    expect(errorLine(err)).toMatchInlineSnapshot(`"error[job-failed]: \`a\` failed: exit code 1"`);
    expect(existsSync(join(folder, 'b.txt'))).toBe(true);
  });

  test('an old output that cannot be moved aside stays, and the job does not run', () => {
    const { folder, log, env } = onDisk(undefined, {
      'flow.yaml':
        'rules: { a: { input: source.txt, output: out/a.txt, shell: "echo ran >> \\"$LOG\\"; cat {input} > {output}" } }',
      'source.txt': 'one\n',
      'out/readme': '',
    });
    spawnSync('rm', ['-r', join(folder, 'out')]);
    mkdirSync(join(folder, 'out'));
    putDisk(join(folder, 'out'), 64);
    expect(flow(folder, [], { env }).code).toBe(0);
    makeReadOnly(join(folder, 'out'));
    writeFileSync(join(folder, 'source.txt'), 'another\n');
    const { code, err } = flow(folder, [], { env });
    expect(code, err).toBe(1);
    expect(errorLine(err)).toMatchInlineSnapshot(
      `"error[job-failed]: \`a\` failed: could not be prepared: \`out/a.txt\`: the file system is read-only"`,
    );
    expect(filesIn(folder)['out/a.txt']).toBe('one\n');
    expect(linesIn(log)).toEqual(['ran']);
  });
});

interface Place {
  readonly folder: string;
  readonly log: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A working directory on a disk of its own, if a size is given; the log of its jobs is elsewhere. */
function onDisk(kib: number | undefined, files: Readonly<Record<string, string>>): Place {
  const folder = workFolder(kib === undefined ? files : { '../notes/first': '' });
  if (kib !== undefined) {
    mkdirSync(folder);
    putDisk(folder, kib);
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  }
  const log = join(dirname(folder), 'log');
  return { folder, log, env: { LOG: log } };
}

/** What a source with that text holds, or a job of the workflow makes of it. */
function contentOf(name: string, source: string): string {
  if (name === 'source.txt') return `${source}\n`;
  const [stem = '', level] = name.split('.');
  return `${source}\n${'x'.repeat(5000)}${stem}\n${level === '2' ? '2\n' : ''}`;
}

/** `RULE WILDCARD` of the successes that are recorded from that line on. */
function successesIn(folder: string, from: number): ReadonlySet<string> {
  const lines = linesIn(join(folder, '.flow/journal')).slice(from);
  return new Set(
    lines.flatMap((line) => {
      const { job }: { job?: { rule: string; outputs: [string][] } } = JSON.parse(line.slice(9));
      const [output = ''] = job?.outputs[0] ?? [];
      return job === undefined ? [] : [`${job.rule} ${output.replace(/^o|\.\d$/gu, '')}`];
    }),
  );
}

/** What went wrong, in one line. */
function errorLine(err: string): string | undefined {
  return withoutTimes(err)
    .split('\n')
    .find((line) => line.startsWith('error['));
}

function withoutTimes(text: string): string {
  return text
    .replaceAll(/\b\d+(?:\.\d)? s\b/gu, '[time]')
    .replaceAll(/^ended (?!\d).*\n/gmu, '')
    .replaceAll(/\b\d{8}-\d{6}-\d{3}-[0-9a-z]{6}\b/gu, '[run]');
}
