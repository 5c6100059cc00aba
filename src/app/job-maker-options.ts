import type { JobGraph } from '../core/graph/job-graph.ts';
import type { RecordTable } from '../core/records/record-table.ts';
import type { Disk } from '../ports/disk.ts';
import type { Scripts } from './compile-scripts.ts';

export interface JobMakerOptions {
  readonly graph: JobGraph;
  readonly config: unknown;
  readonly scripts: Scripts;
  /** Absolute. */
  readonly workingDirectory: string;
  /** Of this run, relative to the working directory. */
  readonly runFolder: string;
  /** Where the built program lies, absolute. */
  readonly programFolder: string;
  readonly latencyWaitMs: number;
  /** Of a failed attempt: what it left is kept in a folder of this one. Undefined: removed. */
  readonly failedFolder: string | undefined;
  readonly records: RecordTable;
  readonly disk: Pick<Disk, 'read' | 'stat'>;
}
