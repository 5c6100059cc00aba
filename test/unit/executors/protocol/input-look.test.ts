import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../../../src/adapters/node-disk.ts';
import {
  inputRows,
  lookAtInputs,
  readInputs,
} from '../../../../src/executors/protocol/input-look.ts';
import { place } from '../../../rigs/hasher-rig.ts';

/** What is recorded of an input that is edited by `edit` after the job began and before it is read. */
async function digestAfter(
  files: Readonly<Record<string, string>>,
  { input, edit }: { readonly input: string; readonly edit?: Readonly<Record<string, string>> },
): Promise<string | undefined> {
  const { folder, hasher } = place(files);
  const disk = nodeDisk(folder);
  const spec = { path: input, isFingerprinted: true, isOptional: false, known: undefined };
  const looks = lookAtInputs([spec], disk);
  for (const [path, text] of Object.entries(edit ?? {})) writeFileSync(`${folder}/${path}`, text);
  const { inputs } = await inputRows(readInputs(looks, hasher), { disk, hasher });
  return inputs[0]?.digest;
}

test('an input that nobody edits has the digest of what is there', async () => {
  expect(await digestAfter({ a: 'old' }, { input: 'a' })).toMatch(/^[0-9a-f]{64}$/u);
  expect(await digestAfter({ 'd/deep/x': 'old' }, { input: 'd' })).toMatch(/^[0-9a-f]{64}$/u);
});

test('an edit that comes before the reading does leaves an input without a digest', async () => {
  expect(await digestAfter({ a: 'old' }, { input: 'a', edit: { a: 'new' } })).toBe(undefined);
});

test('so does the edit of a member of a directory, however deep', async () => {
  const files = { 'd/deep/x': 'old', 'd/y': 'y' };
  const edit = { 'd/deep/x': 'new' };
  expect(await digestAfter(files, { input: 'd', edit })).toBe(undefined);
});
