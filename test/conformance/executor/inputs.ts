import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { KnownFile } from '../../../src/ports/job-spec.ts';
import type { ExecutorRig } from './executor-rig.ts';

/** What is looked at before a job, and what is told of it. */
export function describeInputs(rig: () => ExecutorRig): void {
  describe('inputs', () => {
    test('the rows of inputs have the sha256 of their contents, in order', async () => {
      rig().write('b.txt', 'bee').write('a.txt', 'ay');
      const outcome = await rig().run({ inputs: ['b.txt', 'a.txt'] });
      expect(outcome).toMatchObject({
        inputs: [
          { path: 'b.txt', digest: sha256('bee') },
          { path: 'a.txt', digest: sha256('ay') },
        ],
        inputFiles: [
          { path: 'b.txt', type: 'file', size: 3, digest: sha256('bee') },
          { path: 'a.txt', type: 'file', size: 2, digest: sha256('ay') },
        ],
      });
    });

    test('a job whose inputs are missing does not start, and changes nothing', async () => {
      rig().write('out/a', 'old').write('here', 'x');
      const outcome = await rig().run({
        shell: 'echo new > out/a',
        inputs: ['gone', 'here', 'gone/too'],
        outputs: ['out/a', 'new/b'],
      });
      expect(outcome).toEqual({
        kind: 'failed',
        cause: 'start',
        detail: 'inputs `gone`, `gone/too` are missing',
        exitCode: undefined,
        lastLines: [],
      });
      expect(rig().read('out/a')).toBe('old');
      expect(rig().has('new')).toBe(false);
    });

    test('an input that may be absent has no digest when it is', async () => {
      const outcome = await rig().run({ inputs: [{ path: 'gone', isOptional: true }] });
      expect(outcome).toMatchObject({
        kind: 'succeeded',
        inputs: [{ path: 'gone', digest: undefined }],
        inputFiles: [],
      });
    });

    test('an input that only gives the order has no row', async () => {
      rig().write('a.txt', 'a');
      const outcome = await rig().run({ inputs: [{ path: 'a.txt', isFingerprinted: false }] });
      expect(outcome).toMatchObject({ kind: 'succeeded', inputs: [], inputFiles: [] });
    });

    test('an input that is as it was known is not read again', async () => {
      rig().write('a.txt', 'a');
      const known = knownAs('0'.repeat(64), rig().path('a.txt'));
      const outcome = await rig().run({ inputs: [{ path: 'a.txt', known }] });
      expect(outcome).toMatchObject({
        inputs: [{ path: 'a.txt', digest: '0'.repeat(64) }],
        inputFiles: [],
      });
    });

    test('an input that is not as it was known is read', async () => {
      rig().write('a.txt', 'a');
      const known = { ...knownAs('0'.repeat(64), rig().path('a.txt')), mtimeMs: 1 };
      const outcome = await rig().run({ inputs: [{ path: 'a.txt', known }] });
      expect(outcome).toMatchObject({
        inputs: [{ path: 'a.txt', digest: sha256('a') }],
        inputFiles: [{ path: 'a.txt', digest: sha256('a') }],
      });
    });

    test('an input that was edited while the job ran has no digest', async () => {
      rig().write('a.txt', 'a').write('b.txt', 'b').write('c.txt', 'c').write('d/x', 'd');
      const outcome = await rig().run({
        shell: 'echo more >> a.txt; rm b.txt; echo other > d/x',
        inputs: [
          { path: 'a.txt', known: knownAs('0'.repeat(64), rig().path('a.txt')) },
          'b.txt',
          'c.txt',
          'd',
        ],
      });
      expect(outcome).toMatchObject({
        kind: 'succeeded',
        inputs: [
          { path: 'a.txt', digest: undefined },
          { path: 'b.txt', digest: undefined },
          { path: 'c.txt', digest: sha256('c') },
          { path: 'd', digest: undefined },
        ],
        inputFiles: [{ path: 'c.txt' }],
      });
    });
  });
}

function knownAs(digest: string, path: string): KnownFile {
  const { size, mtimeMs } = statSync(path);
  return { size, mtimeMs, digest };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
