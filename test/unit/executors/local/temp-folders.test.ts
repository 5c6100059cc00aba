import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type TempFolder, TempFolders } from '../../../../src/executors/local/temp-folders.ts';
import { tempFolder } from '../../../rigs/temp-folder.ts';
import { waitUntil } from '../../../rigs/wait-until.ts';

function openFolders() {
  const home = tempFolder();
  const folders = new TempFolders((base = 'system') => {
    const root = join(home, base);
    mkdirSync(root);
    return root;
  });
  const take = (base?: string): TempFolder => {
    const folder = folders.take(base);
    if (folder === undefined) throw new Error('there is no folder');
    return folder;
  };
  return { home, folders, take };
}

/** As if it had been made long ago, so that its time tells of every change. */
function age({ path }: TempFolder): void {
  utimesSync(path, 1_000_000, 1_000_000);
}

test('jobs at one time have folders of their own, and later ones have those again', () => {
  const { home, folders, take } = openFolders();
  const [first, second] = [take(), take()];
  expect([first.path, second.path]).toEqual([`${home}/system/1`, `${home}/system/2`]);
  folders.giveBack(first);
  expect(take().path).toBe(first.path);
});

test('what a job left is gone before another one gets the folder', async () => {
  const { folders, take } = openFolders();
  const first = take();
  for (let round = 0; round < 3; round += 1) {
    mkdirSync(join(first.path, 'deep/er'), { recursive: true });
    writeFileSync(join(first.path, 'deep/er/a'), 'left');
    folders.giveBack(first);
    await waitUntil(() => readdirSync(first.path).length === 0, 'the folder is empty');
    await new Promise((resolve) => setImmediate(resolve));
    expect(take().path).toBe(first.path);
    if (round === 1) age(first);
  }
});

test('a folder that was seen to be empty long after its last change is not looked into again', () => {
  const { folders, take } = openFolders();
  const folder = take();
  age(folder);
  folders.giveBack(folder);
  // Something that does not show in the time, as nothing that a job does would.
  const hidden = join(take().path, 'hidden');
  writeFileSync(hidden, '');
  age(folder);
  folders.giveBack(folder);
  expect(readdirSync(take().path)).toEqual(['hidden']);
});

test('a folder whose last change is young is looked into', async () => {
  const { folders, take } = openFolders();
  const folder = take();
  folders.giveBack(folder);
  expect(folder.emptySinceMs).toBeUndefined();
  writeFileSync(join(take().path, 'a'), '');
  folders.giveBack(folder);
  await waitUntil(() => readdirSync(folder.path).length === 0, 'the folder is empty');
});

test('a folder that its job removed, or put a link in the place of, is lent to nobody', () => {
  const { home, folders, take } = openFolders();
  const [removed, linked] = [take(), take()];
  rmSync(removed.path, { recursive: true });
  rmSync(linked.path, { recursive: true });
  mkdirSync(join(home, 'precious'));
  writeFileSync(join(home, 'precious/a'), '');
  symlinkSync(join(home, 'precious'), linked.path);
  folders.giveBack(removed);
  folders.giveBack(linked);
  expect(take().path).toBe(`${home}/system/3`);
  expect(existsSync(join(home, 'precious/a'))).toBe(true);
});

test('at the end all folders are gone, and what they link to is not', async () => {
  const { home, folders, take } = openFolders();
  writeFileSync(join(home, 'precious'), '');
  const used = take('elsewhere');
  writeFileSync(join(used.path, 'a'), '');
  symlinkSync(join(home, 'precious'), join(used.path, 'link'));
  folders.giveBack(take());
  folders.giveBack(used);
  take('elsewhere');
  await folders.close();
  expect(readdirSync(home)).toEqual(['precious']);
});

test('where no folder can be made, jobs go without', () => {
  const folders = new TempFolders(() => {
    throw new Error('full');
  });
  expect(folders.take(undefined)).toBeUndefined();
});
