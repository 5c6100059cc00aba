import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { loadRecords } from '../../adapters/load-records.ts';
import { readHolding } from '../../adapters/lock-file.ts';
import { cacheFolders, findCacheFolder } from '../../adapters/modules/cache-folder.ts';
import { fateOf } from '../../adapters/process-identity.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { PathTable } from '../../core/graph/path-table.ts';
import { fail, type Finding, ok, warn } from './finding.ts';

/** What earlier runs left in the working directory, in which the process stands. */
export function checkRecords(): readonly Finding[] {
  return [records(), lock(), cache()];
}

function records(): Finding {
  if (!existsSync(FLOW_FOLDER)) return ok('records', 'none yet: nothing has run here');
  return told('records', () => {
    loadRecords({ directory: FLOW_FOLDER }, new PathTable());
    return ok('records', 'can be read');
  });
}

function lock(): Finding {
  return told('lock', () => {
    const holding = readHolding(join(FLOW_FOLDER, 'lock'));
    if (holding === undefined) return ok('lock', 'free');
    const owner = `process ${holding.pid} on ${holding.host}`;
    switch (fateOf(holding)) {
      case 'alive':
        return ok('lock', `held by ${owner}, which runs`);
      case 'dead':
        return ok('lock', `left by ${owner}, which died; the next run takes it over`);
      case 'unknown':
        return warn(
          'lock',
          `held by ${owner}, which cannot be looked at from here`,
          'if nothing runs there any more, take the lock away with `flow unlock`',
        );
    }
  });
}

function cache(): Finding {
  const folder = findCacheFolder(cacheFolders(process.env));
  if (folder !== undefined) return ok('cache', folder);
  return warn(
    'cache',
    'no folder for compiled workflow files can be made',
    'give yourself a home directory, or set `XDG_CACHE_HOME`: TypeScript is compiled anew each time',
  );
}

/** What the user can act on is a finding. */
function told(check: string, look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    const [{ title, hint = '' }] = error.diagnostics;
    return fail(check, title, hint);
  }
}
