import type { ListFolder } from '../core/pattern/discover.ts';

/** The disk as helpers of a workflow file see it. Paths are relative to the working directory. */
export interface FolderQuestions {
  /** What lies in a folder, unsorted; nothing if there is none. */
  readonly list: ListFolder;
}

/** Shared by two copies of this module: that of the program, and that of the workflow file. */
const FOLDERS: unique symbol = Symbol.for('dagflow.folders');

/** Sets what helpers such as `discover` ask, from now on. */
export function setFoldersInReach(folders: FolderQuestions): void {
  Reflect.set(globalThis, FOLDERS, folders);
}

/** Throws an `Error` where no workflow is being read: in a script, say. */
export function foldersInReach(helper: string): FolderQuestions {
  // Only this module sets it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const folders = Reflect.get(globalThis, FOLDERS) as FolderQuestions | undefined;
  if (folders === undefined) throw new Error(`\`${helper}\` is for workflow files`);
  return folders;
}
