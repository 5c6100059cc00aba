import {
  existsSync,
  linkSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../adapters/error-code.ts';
import { diskRefused } from '../../core/catalogue/environment.ts';
import { fail, type Finding, ok, warn } from './finding.ts';
import { judgeClock, judgeFileSystem } from './judgements.ts';

const MIB = 2 ** 20;

/** What the file system of a folder can do, tried out in a folder within it that goes again. */
export function checkFolder(folder: string): readonly Finding[] {
  const { type, bavail, bsize } = statfsSync(folder);
  return [judgeFileSystem(type, (bavail * bsize) / MIB), ...tried(folder)];
}

function tried(folder: string): Finding[] {
  let probe: string;
  try {
    probe = mkdtempSync(join(folder, '.flow-doctor-'));
  } catch (error) {
    const refused = diskRefused('write in', { path: folder, code: errorCode(error) });
    return [fail('working directory', refused.title, refused.hint ?? '')];
  }
  try {
    return [ok('working directory', folder), clock(probe), letters(probe), names(probe)];
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

function clock(probe: string): Finding {
  const file = join(probe, 'clock');
  const before = Date.now();
  writeFileSync(file, '');
  const { mtimeMs } = statSync(file);
  const after = Date.now();
  if (mtimeMs < before) return judgeClock(before - mtimeMs);
  return judgeClock(mtimeMs > after ? after - mtimeMs : 0);
}

function letters(probe: string): Finding {
  writeFileSync(join(probe, 'letters'), '');
  if (!existsSync(join(probe, 'LETTERS'))) return ok('letters', 'upper and lower case differ');
  return warn(
    'letters',
    'upper and lower case are the same here',
    'two outputs whose paths differ only in that would overwrite each other',
  );
}

/** Old outputs are moved aside by a rename, and the lock is taken by a link. */
function names(probe: string): Finding {
  try {
    writeFileSync(join(probe, 'one'), '');
    renameSync(join(probe, 'one'), join(probe, 'two'));
    linkSync(join(probe, 'two'), join(probe, 'three'));
    return ok('names', 'files can be renamed and linked');
  } catch (error) {
    return fail(
      'names',
      `files cannot be renamed and linked: ${errorCode(error)}`,
      'work on another file system: the lock of a run is made by a link',
    );
  }
}
