import { madeContent } from './commands.ts';
import type { RunStep } from './history.ts';
import { LEFT_OUT, type Memory } from './memory.ts';
import { requestedBy } from './requested.ts';
import type { World } from './world.ts';

/**
 * Contents of the targets, undefined where there is none, if everything were made from the sources and rules of now. Outputs that
 * were edited, and all of a held job, count as what they are, and so does what a removed temporary
 * file was last seen to be.
 */
export function freshTargets(
  world: World,
  { records, seen }: Memory,
  { step, held }: { step: RunStep; held: ReadonlySet<string> },
): ReadonlyMap<string, string | undefined> {
  const { files, needed } = requestedBy(step, world);
  const contents = new Map<string, string>();
  for (const path of world.sources) contents.set(path, world.files.get(path)?.content ?? '');
  for (const job of needed) {
    const read = job.inputs
      .filter(({ edge }) => edge === 'data' || edge === 'final')
      .map(({ file }) => contents.get(file));
    for (const [place, { file }] of job.outputs.entries()) {
      const made = records.get(job.key)?.outputs.get(file);
      const there = (world.files.get(file) ?? seen.get(file))?.content;
      const isEdited = made !== undefined && there !== undefined && there !== made;
      const isKept = held.has(job.key) && (there !== undefined || made === LEFT_OUT);
      const fresh = isEdited || isKept ? there : madeContent(job, place, read);
      if (fresh !== undefined) contents.set(file, fresh);
    }
  }
  return new Map(files.map((file) => [file, contents.get(file)]));
}
