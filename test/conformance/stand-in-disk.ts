import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { resolve } from 'node:path';
import type { FileRow } from '../../src/core/records/journal-entry.ts';
import type { Disk, DiskStat } from '../../src/ports/disk.ts';
import type { Hasher } from '../../src/ports/hasher.ts';

export function standInDisk(workingDirectory: string): Disk {
  const at = (path: string): string => resolve(workingDirectory, path);
  return {
    stat: (path) => statOf(fs.statSync(at(path), { throwIfNoEntry: false })),
    lstat: (path) => statOf(fs.lstatSync(at(path), { throwIfNoEntry: false })),
    list: (path) => {
      try {
        return fs
          .readdirSync(at(path), { withFileTypes: true })
          .map((it) => ({ name: it.name, type: it.isFile() ? 'file' : it.isDirectory() ? 'directory' : 'other' }));
      } catch {
        return undefined;
      }
    },
    read: (path) => (fs.existsSync(at(path)) ? fs.readFileSync(at(path)) : undefined),
    replace: (path, content) => {
      fs.writeFileSync(`${at(path)}.new`, content);
      fs.renameSync(`${at(path)}.new`, at(path));
    },
    create: (path, content) => fs.writeFileSync(at(path), content, { flag: 'wx' }),
    makeDirectory: (path) => {
      fs.mkdirSync(at(path), { recursive: true });
    },
    rename: (from, to) => fs.renameSync(at(from), at(to)),
    remove: (path) => fs.rmSync(at(path), { recursive: true, force: true }),
  };
}

function statOf(stat: fs.Stats | undefined): DiskStat | undefined {
  if (stat === undefined) return undefined;
  const type = stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other';
  return { type, size: stat.size, mtimeMs: stat.mtimeMs };
}

export function standInHasher(disk: Disk): Hasher {
  return {
    async fingerprint(path, known): Promise<FileRow | undefined> {
      const stat = disk.stat(path);
      if (stat === undefined || stat.type === 'other') return undefined;
      if (stat.type === 'directory') {
        const members = (disk.list(path) ?? []).map(({ name }) => name).toSorted();
        const rows = await Promise.all(members.map((name) => this.fingerprint(`${path}/${name}`)));
        const digest = createHash('sha256').update(JSON.stringify(rows.map((it) => it?.digest))).digest('hex');
        const size = rows.reduce((sum, it) => sum + (it?.size ?? 0), 0);
        const mtimeMs = Math.max(0, ...rows.map((it) => it?.mtimeMs ?? 0));
        return { path, type: 'directory', size, mtimeMs, digest, isYoung: false };
      }
      if (known?.size === stat.size && known.mtimeMs === stat.mtimeMs) return known;
      const digest = createHash('sha256').update(disk.read(path) ?? '').digest('hex');
      return { path, type: 'file', size: stat.size, mtimeMs: stat.mtimeMs, digest, isYoung: false };
    },
    close: async () => await Promise.resolve(),
  };
}
