import { createHash } from 'node:crypto';
import { chmodSync, lstatSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ExecutorRig, siblingOf } from './executor-rig.ts';

/** What a rule says of its outputs besides that they are there. */
export function describePromises(rig: () => ExecutorRig): void {
  const mode = (path: string): string =>
    (lstatSync(rig().path(path)).mode & 0o777).toString(8).padStart(3, '0');

  describe('touched outputs', () => {
    test('are made after a command that did not make them', async () => {
      const outputs = [{ path: 'out/done', type: 'file', touch: 'token\n' }] as const;
      const outcome = await rig().run({ shell: 'test ! -e out/done', outputs });
      expect(outcome).toMatchObject({
        kind: 'succeeded',
        outputs: [{ path: 'out/done', type: 'file', size: 6, digest: sha256('token\n') }],
      });
      expect(rig().read('out/done')).toBe('token\n');
    });

    test('stay as the command made them', async () => {
      const outputs = [{ path: 'done', type: 'file', touch: 'token\n' }] as const;
      await rig().run({ shell: 'printf mine > done', outputs });
      expect(rig().read('done')).toBe('mine');
    });

    test('are not made after a command that failed, and old ones come back', async () => {
      rig().write('old', 'before');
      const outputs = [
        { path: 'done', type: 'file', touch: 'token\n' },
        { path: 'old', type: 'file', touch: 'token\n' },
      ] as const;
      expect(await rig().run({ shell: 'exit 3', outputs })).toMatchObject({ kind: 'failed' });
      expect(rig().has('done')).toBe(false);
      expect(rig().read('old')).toBe('before');
    });

    test('go again when another output is missing', async () => {
      const outputs = [{ path: 'done', type: 'file', touch: 'token\n' } as const, 'other'];
      expect(await rig().run({ outputs })).toMatchObject({ detail: 'output `other` is missing' });
      expect(rig().has('done')).toBe(false);
    });
  });

  describe('optional outputs', () => {
    const OPTIONAL = { path: 'maybe', type: 'file', isOptional: true } as const;

    test('may be left out, and then nothing is there', async () => {
      rig().write('maybe', 'old');
      const { spec, outcome } = rig().launch({ shell: 'echo > a', outputs: ['a', OPTIONAL] });
      expect(await outcome).toMatchObject({
        kind: 'succeeded',
        outputs: [{ path: 'a' }],
        leftOut: ['maybe'],
      });
      expect(rig().has('maybe')).toBe(false);
      expect(rig().has(siblingOf('maybe', spec.token))).toBe(false);
    });

    test('are outputs like any other where they are made', async () => {
      const outcome = await rig().run({ shell: 'printf x > maybe', outputs: [OPTIONAL] });
      expect(outcome).toMatchObject({ kind: 'succeeded', outputs: [{ path: 'maybe', size: 1 }] });
      expect(outcome).not.toHaveProperty('leftOut');
    });

    test('have to be of the right type, and what is ensured of them', async () => {
      const sure = { ...OPTIONAL, ensure: { nonEmpty: true } };
      expect(await rig().run({ shell: 'mkdir maybe', outputs: [OPTIONAL] })).toMatchObject({
        detail: 'output `maybe` is a directory, the rule says a file: mark it as `directory`',
      });
      expect(await rig().run({ shell: ': > maybe', outputs: [sure] })).toMatchObject({
        detail: 'output `maybe` is empty',
      });
      expect(await rig().run({ outputs: [sure] })).toMatchObject({ kind: 'succeeded' });
    });

    test('are not waited for, but others are', async () => {
      const outputs = ['a', OPTIONAL];
      const outcome = await rig().run({ outputs, latencyWaitMs: 120 });
      expect(outcome).toMatchObject({ detail: 'output `a` is missing' });
    });
  });

  describe('what is ensured of outputs', () => {
    test('holds, and the job succeeds', async () => {
      const outputs = [
        { path: 'a', type: 'file', ensure: { nonEmpty: true, sha256: sha256('flow') } },
        { path: 'd', type: 'directory', ensure: { nonEmpty: true } },
      ] as const;
      const shell = 'printf flow > a; mkdir d; : > d/empty-but-there';
      expect(await rig().run({ shell, outputs })).toMatchObject({ kind: 'succeeded' });
    });

    test('does not hold, and the job fails as if they were missing', async () => {
      rig().write('a', 'old');
      const outputs = [
        { path: 'a', type: 'file', ensure: { nonEmpty: true } },
        { path: 'd', type: 'directory', ensure: { nonEmpty: true } },
        { path: 'b', type: 'file', ensure: { nonEmpty: false, sha256: sha256('flow') } },
      ] as const;
      const outcome = await rig().run({ shell: ': > a; mkdir d; printf other > b', outputs });
      expect(outcome).toMatchObject({
        kind: 'failed',
        cause: 'missing-output',
        exitCode: 0,
        detail: `output \`a\` is empty; output \`d\` is empty; output \`b\` has the sha256 ${sha256('other')}, and not ${sha256('flow')}`,
      });
      expect(rig().read('a')).toBe('old');
      expect([rig().has('b'), rig().has('d')]).toEqual([false, false]);
    });
  });

  describe('protected outputs', () => {
    const FILE = [{ path: 'a', type: 'file', isProtected: true }] as const;

    test('may be written by nobody once they are made', async () => {
      const outputs = [...FILE, { path: 'd', type: 'directory', isProtected: true }] as const;
      const shell = 'echo > a; chmod 664 a; mkdir -p d/e; echo > d/e/x; chmod 755 d d/e d/e/x';
      expect(await rig().run({ shell, outputs })).toMatchObject({ kind: 'succeeded' });
      expect(['a', 'd', 'd/e', 'd/e/x'].map(mode)).toEqual(['444', '555', '555', '555']);
    });

    test('keep the job from starting, until somebody opens them', async () => {
      rig().write('a', 'precious');
      chmodSync(rig().path('a'), 0o444);
      const order = { shell: 'echo ran > ran; echo new > a', outputs: FILE };
      expect(await rig().run(order)).toMatchObject({
        kind: 'failed',
        cause: 'start',
        detail: 'output `a` is write-protected: `chmod -R u+w a` lets the job run',
      });
      expect([rig().has('ran'), rig().read('a')]).toEqual([false, 'precious']);
      chmodSync(rig().path('a'), 0o644);
      const { spec, outcome } = rig().launch(order);
      expect(await outcome).toMatchObject({ kind: 'succeeded' });
      expect([mode('a'), rig().read('a')]).toEqual(['444', 'new\n']);
      expect(rig().has(siblingOf('a', spec.token))).toBe(false);
    });

    test('are as before when the job has failed', async () => {
      rig().write('a', 'precious');
      chmodSync(rig().path('a'), 0o640);
      const outcome = await rig().run({ shell: 'echo part > a; exit 1', outputs: FILE });
      expect(outcome).toMatchObject({ kind: 'failed' });
      expect([mode('a'), rig().read('a')]).toEqual(['640', 'precious']);
    });
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
