import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ExecutorRig, siblingOf, word } from './executor-rig.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

/** What becomes of outputs, old and new. */
export function describeOutputs(rig: () => ExecutorRig): void {
  describe('outputs', () => {
    test('the rows of outputs have their sizes and the sha256 of their contents', async () => {
      const outcome = await rig().run({
        shell: 'printf %s flow > a.txt; mkdir d; printf %s x > d/x; : > empty',
        outputs: ['a.txt', 'd/', 'empty'],
      });
      expect(outcome).toMatchObject({
        kind: 'succeeded',
        outputs: [
          { path: 'a.txt', type: 'file', size: 4, digest: sha256('flow') },
          { path: 'd', type: 'directory', size: 1 },
          { path: 'empty', type: 'file', size: 0, digest: sha256('') },
        ],
      });
    });

    test('folders of outputs are made', async () => {
      const outcome = await rig().run({
        shell: 'echo > a/b/c/d.txt',
        outputs: ['a/b/c/d.txt'],
      });
      expect(outcome.kind).toBe('succeeded');
    });

    test('files that the job reads are written before it', async () => {
      const { spec, outcome } = rig().launch({
        shell: 'cat job.json',
        writeFiles: [{ path: 'job.json', text: '{"größe":1}\n' }],
      });
      expect((await outcome).kind).toBe('succeeded');
      expect(rig().read(spec.logFile)).toBe('{"größe":1}\n');
    });

    test('all outputs that are missing are named', async () => {
      const outcome = await rig().run({ shell: 'echo > b', outputs: ['a', 'b', 'c'] });
      expect(outcome).toMatchObject({
        kind: 'failed',
        cause: 'missing-output',
        detail: 'outputs `a`, `c` are missing',
        exitCode: 0,
      });
      expect(rig().has('b')).toBe(false);
    });

    test('a link to nothing is no output', async () => {
      const outcome = await rig().run({ shell: 'ln -s nowhere a', outputs: ['a'] });
      expect(outcome).toMatchObject({
        cause: 'missing-output',
        detail: 'output `a` is a link to nothing',
      });
      expect(rig().has('a')).toBe(false);
    });

    test('links in a circle are no output, and not tried again', async () => {
      const outcome = await rig().run({ shell: 'ln -s b a; ln -s a b', outputs: ['a'] });
      expect(outcome).toMatchObject({
        cause: 'missing-output',
        detail: 'output `a` is a link to nothing',
      });
      expect(rig().has('a')).toBe(false);
    });

    test('a directory with a name that is not UTF-8 is no output', async () => {
      const shell = String.raw`mkdir -p d/e; echo > $'d/e/caf\xe9'`;
      expect(await rig().run({ shell, outputs: ['d/'] })).toMatchObject({
        cause: 'missing-output',
        detail: 'output `d` has the name `caf\u{FFFD}` in it, which is not UTF-8',
      });
      expect(rig().has('d')).toBe(false);
    });

    test('a link to a file is an output', async () => {
      const shell = 'printf %s x > real; ln -s real a';
      expect(await rig().run({ shell, outputs: ['a'] })).toMatchObject({
        kind: 'succeeded',
        outputs: [{ path: 'a', type: 'file', size: 1, digest: sha256('x') }],
      });
    });

    test.each([
      ['mkdir a', 'a', 'output `a` is a directory, the rule says a file: mark it as `directory`'],
      ['echo > a', 'a/', 'output `a` is a file, the rule says a directory'],
      ['mkfifo a', 'a', 'output `a` is neither a file nor a directory'],
    ])('an output of the wrong type fails the job: %s', async (shell, output, detail) => {
      const outcome = await rig().run({ shell, outputs: [output] });
      expect(outcome).toMatchObject({ kind: 'failed', cause: 'missing-output', detail });
      expect(rig().has('a')).toBe(false);
    });

    test('outputs that come into sight late are waited for', async () => {
      const { spec, outcome } = rig().launch({
        shell: 'echo done',
        outputs: ['late/a.txt'],
        latencyWaitMs: 14_000,
      });
      await waitUntil(() => rig().read(spec.logFile) === 'done\n', 'the command is over');
      rig().write('late/a.txt', 'x');
      expect((await outcome).kind).toBe('succeeded');
    });

    test('outputs that do not come into sight are missing after a while', async () => {
      const outcome = await rig().run({ outputs: ['a'], latencyWaitMs: 120 });
      expect(outcome).toMatchObject({ detail: 'output `a` is missing' });
    });

    test('old outputs are out of sight of the job, and gone after it', async () => {
      rig().write('a', 'old').write('d/x', 'old');
      const { spec, outcome } = rig().launch({
        shell: 'test ! -e a; test ! -e d; echo new > a; mkdir d',
        outputs: ['a', 'd/'],
      });
      expect((await outcome).kind).toBe('succeeded');
      expect(rig().read('a')).toBe('new\n');
      expect(rig().has('d/x')).toBe(false);
      expect(rig().has(siblingOf('a', spec.token))).toBe(false);
      expect(rig().has(siblingOf('d', spec.token))).toBe(false);
    });

    test('old outputs are back when the job has failed, and partial ones are gone', async () => {
      rig().write('a', 'old').write('d/x', 'old');
      const { spec, outcome } = rig().launch({
        shell: 'echo part > a; mkdir d; echo part > d/y; echo part > b; exit 1',
        outputs: ['a', 'd/', 'b'],
      });
      expect(await outcome).toMatchObject({ kind: 'failed', detail: 'exit code 1' });
      expect(rig().read('a')).toBe('old');
      expect(rig().read('d/x')).toBe('old');
      expect(rig().has('d/y')).toBe(false);
      expect(rig().has('b')).toBe(false);
      expect(rig().has(siblingOf('a', spec.token))).toBe(false);
    });

    test('partial outputs are kept elsewhere if the spec says so, and old ones are back', async () => {
      rig().write('a', 'old');
      const { outcome } = rig().launch({
        shell: 'echo part > a; mkdir d; echo part > d/y; exit 1',
        outputs: ['a', 'd/', 'b'],
        keepsRemains: true,
      });
      expect(await outcome).toMatchObject({ kind: 'failed', remainsIn: 'kept' });
      expect(rig().read('a')).toBe('old');
      expect(rig().has('d')).toBe(false);
      expect(rig().read('kept/a')).toBe('part\n');
      expect(rig().read('kept/d/y')).toBe('part\n');
      expect(rig().has('kept/b')).toBe(false);
    });

    test('an attempt that leaves nothing keeps nothing', async () => {
      const outcome = await rig().run({ shell: 'exit 1', outputs: ['a'], keepsRemains: true });
      expect(outcome.kind).toBe('failed');
      expect('remainsIn' in outcome).toBe(false);
      expect(rig().has('kept')).toBe(false);
    });

    test('old outputs are back when another output is missing', async () => {
      rig().write('a', 'old');
      const outcome = await rig().run({ shell: 'echo new > a', outputs: ['a', 'b'] });
      expect(outcome).toMatchObject({ detail: 'output `b` is missing' });
      expect(rig().read('a')).toBe('old');
    });

    test.each([
      'a b',
      "it's",
      '"',
      '$HOME',
      '*?',
      'ü/größe',
      '😀',
      '-n',
      'a\nb',
      '\\',
      ' ',
      '#x',
      '~',
    ])('odd names are names: %j', async (name) => {
      rig().write(`in/${name}`, 'content');
      const { spec, outcome } = rig().launch({
        shell: `cat -- ${word(`in/${name}`)} > ${word(`./${name}`)}; echo said`,
        inputs: [`in/${name}`],
        outputs: [name],
        logFile: `logs/${name}.log`,
        environment: { ODD: name },
      });
      expect(await outcome).toMatchObject({
        kind: 'succeeded',
        inputs: [{ path: `in/${name}`, digest: sha256('content') }],
        outputs: [{ path: name, digest: sha256('content') }],
      });
      expect(rig().read(spec.logFile)).toBe('said\n');
    });
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
