import type { CommandEnd } from '../protocol/command-end.ts';
import type { JobProcesses } from './end-processes.ts';

/** Told by whatever launches commands, in this order and each at most once. */
export interface CommandListener {
  /** The command runs; `processes` says how to find all that belongs to it. */
  readonly started: (processes: JobProcesses) => void;
  /** The leader of its group has ended, and has been reaped. Always comes. */
  readonly ended: (ended: EndedCommand) => void;
}

export interface EndedCommand {
  readonly end: CommandEnd;
  /** Other processes of the group live on, perhaps. */
  readonly hasLeftovers: boolean;
  /**
   * To be called when the processes of the command are sought no more: what launched it may start
   * others then, that bear the same marks.
   */
  readonly release: () => void;
}
