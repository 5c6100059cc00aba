import type { Diagnostic } from '../core/diagnostic.ts';
import type { ListFolder } from '../core/pattern/discover.ts';

/** The disk as helpers of a workflow file see it. Paths are relative to the working directory. */
export interface DiskQuestions {
  /** What lies in a folder, unsorted; nothing if there is none. */
  readonly list: ListFolder;
  /** The text of a file, as UTF-8; `why` there is none: an error code, or `not-utf-8`. */
  readonly read: (path: string) => TextOfFile;
  /** Is told what is probably not meant; it is printed if the workflow is still being read. */
  readonly warn?: (warning: Diagnostic) => void;
}

export type TextOfFile =
  | { readonly text: string }
  | { readonly text?: undefined; readonly why: string };

/** Shared by two copies of this module: that of the program, and that of the workflow file. */
const DISK: unique symbol = Symbol.for('dagflow.disk');

/** Sets what helpers such as `discover` ask, from now on. */
export function setDiskInReach(disk: DiskQuestions): void {
  Reflect.set(globalThis, DISK, disk);
}

/** Throws an `Error` where no workflow is being read: in a script, say. */
export function diskInReach(helper: string): DiskQuestions {
  // Only this module sets it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const disk = Reflect.get(globalThis, DISK) as DiskQuestions | undefined;
  if (disk === undefined) throw new Error(`\`${helper}\` is for workflow files`);
  return disk;
}
