import type { PathTable } from '../graph/path-table.ts';
import { DigestPool } from './digest-pool.ts';
import { FileRows } from './file-rows.ts';
import { InputLists } from './input-lists.ts';
import { JobRows } from './job-rows.ts';
import { Manifests } from './manifests.ts';
import { OpenAttempts } from './open-attempts.ts';
import { TextPool } from './text-pool.ts';

/** What records are made of. Numbers of one part are indices into another. */
export interface RecordParts {
  readonly paths: PathTable;
  readonly digests: DigestPool;
  readonly texts: TextPool;
  readonly files: FileRows;
  readonly manifests: Manifests;
  readonly lists: InputLists;
  readonly jobs: JobRows;
  readonly attempts: OpenAttempts;
}

export function emptyParts(paths: PathTable): RecordParts {
  const digests = new DigestPool();
  const texts = new TextPool();
  return {
    paths,
    digests,
    texts,
    files: new FileRows(),
    manifests: new Manifests({ texts, digests }),
    lists: new InputLists(),
    jobs: new JobRows(),
    attempts: new OpenAttempts(paths),
  };
}
