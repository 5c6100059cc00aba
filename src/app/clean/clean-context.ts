import type { Records } from '../../core/records/records.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import type { Workspace } from '../workspace.ts';

/** What a way of cleaning has to hand: the records, and the right to change the folder. */
export interface CleanContext {
  readonly args: Arguments;
  readonly terminal: Terminal;
  readonly workspace: Workspace;
  readonly records: Records;
  /** Names this cleaning, and what it puts in the trash. */
  readonly stamp: string;
}
