import { expect, test } from 'vitest';
import { type Recovery, recover } from '../../../src/adapters/recover.ts';
import { PathTable } from '../../../src/core/graph/path-table.ts';
import { Records } from '../../../src/core/records/records.ts';
import type { Disk } from '../../../src/ports/disk.ts';
import { faultyCalls, Killed } from '../../rigs/faulty-disk.ts';
import { startedEntry } from '../../rigs/journal-entries.ts';
import { diskError, MemoryDisk } from '../../rigs/memory-disk.ts';

const DEATH_MS = 2_000_000;
const LARGE = 'x'.repeat((1 << 20) + 1);
const ATTEMPT = startedEntry('t', ['again', 'small', 'empty', 'torso', 'later', 'folder'], {
  moves: [{ from: 'again', to: '.flow-again' }],
});

/** What lies there when the next flow comes: some of it was written after the death. */
function diskOfDeath(): MemoryDisk {
  const disk = new MemoryDisk().write({ '.flow-again': 'old' });
  disk.nowMs = DEATH_MS;
  disk.write({ again: 'by hand', small: 'by hand', empty: '', torso: LARGE, 'folder/x': LARGE });
  disk.nowMs = DEATH_MS + 1;
  return disk.write({ later: LARGE, 'folder/y': 'by hand' });
}

function recoverOn(disk: Disk): Recovery {
  const records = new Records(new PathTable());
  records.apply(ATTEMPT);
  return recover({
    records,
    disk,
    journal: { append: () => {}, close: () => {} },
    aside: { folder: '.flow/trash/run', lastWriteMs: DEATH_MS },
  });
}

const KEPT = {
  again: 'old',
  '.flow/trash/run/again': 'by hand',
  '.flow/trash/run/small': 'by hand',
  '.flow/trash/run/later': LARGE,
  '.flow/trash/run/folder/x': LARGE,
  '.flow/trash/run/folder/y': 'by hand',
};

test('what a person may have written is put aside: what is small, and what is younger than the run', () => {
  const disk = diskOfDeath();
  const { kept } = recoverOn(disk);
  expect(disk.files()).toEqual(KEPT);
  expect(kept.map(({ from }) => from)).toEqual(['small', 'later', 'folder', 'again']);
});

test.each(['dies-before', 'dies-after'] as const)(
  'none of it is lost where recovery %s any call',
  (fault) => {
    for (let at = 1; ; at += 1) {
      const disk = diskOfDeath();
      const faulty = faultyCalls<Disk>(disk, { fault, at });
      try {
        recoverOn(faulty.calls);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      recoverOn(disk);
      expect(disk.files(), `${fault} ${at}`).toEqual(KEPT);
      if (!faulty.isReached()) break;
    }
  },
);

test('on another disk it stays beside its place, under a name that no glob sees', () => {
  const disk = diskOfDeath();
  const rename = disk.rename.bind(disk);
  disk.rename = (from, to) => {
    if (to.startsWith('.flow/trash')) throw diskError('EXDEV', from);
    rename(from, to);
  };
  recoverOn(disk);
  expect(disk.files()).toEqual({
    again: 'old',
    './.flow-left-run-again': 'by hand',
    './.flow-left-run-small': 'by hand',
    './.flow-left-run-later': LARGE,
    './.flow-left-run-folder/x': LARGE,
    './.flow-left-run-folder/y': 'by hand',
  });
});
