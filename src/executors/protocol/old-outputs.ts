import { dirname } from 'node:path';
import type { Disk } from '../../ports/disk.ts';
import type { JobSpec, Move } from '../../ports/job-spec.ts';
import * as detail from './outcome-details.ts';

/** How outputs stood before the command ran, and what was done about it. */
export interface OldOutputs {
  /** In the order in which they were moved. */
  readonly moved: readonly Move[];
  /** Were not there: what is found there later was made by the attempt. */
  readonly absent: readonly string[];
}

/**
 * Renames old outputs to their siblings, all or none.
 *
 * @throws what the disk throws, or an Error with a line for people, once what was moved is back;
 *   where even that fails, the line names what is kept under its sibling.
 */
export function moveAside({ prepare, verify }: JobSpec, disk: Disk): OldOutputs {
  const moved: Move[] = [];
  const absent: string[] = [];
  try {
    for (const move of prepare.moveAside) {
      if (disk.lstat(move.from) === undefined) {
        absent.push(move.from);
        continue;
      }
      if (disk.lstat(move.to) !== undefined) {
        throw new Error(detail.siblingInTheWay(move.from, move.to));
      }
      disk.rename(move.from, move.to);
      moved.push(move);
    }
    const named = new Set(prepare.moveAside.map(({ from }) => from));
    for (const { path } of verify.outputs) {
      if (!named.has(path) && disk.lstat(path) === undefined) absent.push(path);
    }
    return { moved, absent };
  } catch (error) {
    const troubles = putBack({ moved, absent: [] }, disk);
    if (troubles.length === 0) throw error;
    throw new Error([detail.reasonOf(error), ...troubles].join('; '), { cause: error });
  }
}

/**
 * Removes what the attempt made and moves old outputs back. Goes on after an error and never
 * removes a sibling, so nothing is lost.
 *
 * @returns a line for each thing that could not be done.
 */
export function putBack({ moved, absent }: OldOutputs, disk: Disk): readonly string[] {
  const troubles: string[] = [];
  for (const path of absent) {
    const error = errorOf(() => disk.remove(path));
    if (error !== undefined) troubles.push(detail.notRemoved(path, error));
  }
  for (const { from, to } of moved.toReversed()) {
    // Where this fails, the rename either replaces the remains or tells.
    errorOf(() => disk.remove(from));
    const error = errorOf(() => disk.rename(to, from));
    if (error !== undefined) troubles.push(detail.notPutBack(from, to, error));
  }
  return troubles;
}

/**
 * Moves what a failed attempt made to where it is to be kept. What cannot be moved there stays, to
 * be removed.
 *
 * @returns whether anything was moved.
 */
export function keepRemains(moves: readonly Move[], disk: Disk): boolean {
  let hasMoved = false;
  for (const { from, to } of moves) {
    errorOf(() => {
      if (disk.lstat(from) === undefined) return;
      keep(from, to, disk);
      hasMoved = true;
    });
  }
  return hasMoved;
}

/**
 * The new outputs are good: old ones go, or to where they are to be kept. A sibling that resists
 * stays, invisible and harmless, and so does one whose place is taken.
 */
export function dropSiblings({ moved }: OldOutputs, disk: Disk): void {
  for (const { to, keepAs } of moved) {
    errorOf(() => {
      if (keepAs === undefined) disk.remove(to);
      else keep(to, keepAs, disk);
    });
  }
}

function keep(sibling: string, place: string, disk: Disk): void {
  if (disk.lstat(place) !== undefined) return;
  disk.makeDirectory(dirname(place));
  disk.rename(sibling, place);
}

function errorOf(action: () => void): Error | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
