// Appends entries to the journal of a folder for ever, and says on stdout which it was promised.
// What it appends is large, so that it opens, fills, closes and compacts over and over.
import { writeSync } from 'node:fs';
import { openJournal } from '../../../../src/adapters/file-journal.ts';
import { PathTable } from '../../../../src/core/graph/path-table.ts';

const [directory, name] = process.argv.slice(2);
for (let entry = 0; ; ) {
  const { journal } = openJournal({ directory }, new PathTable());
  for (const end = entry + 5; entry < end; entry++) {
    const paths = [`${name}-${entry}-first`, `${name}-${entry}-second`];
    journal.append(
      paths.map((path) => ({
        kind: 'file',
        file: { path, type: 'file', size: 1, mtimeMs: 1, digest: undefined, isYoung: false },
      })),
    );
    journal.append([{ kind: 'removed', paths: ['x'.repeat(20_000)] }]);
    writeSync(1, `${paths.join('\n')}\n`);
  }
  journal.close();
}
