import type { Disk } from '../../ports/disk.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import { type InputLook, lookAtInputs } from './input-look.ts';
import { moveAside, type OldOutputs } from './old-outputs.ts';
import * as detail from './outcome-details.ts';

export interface ProtocolTools {
  readonly disk: Disk;
  readonly hasher: Hasher;
}

export type Preparation =
  | PreparedAttempt
  /** The command must not run. Everything is as it was before, or `detail` says what is not. */
  | { readonly kind: 'refused'; readonly detail: string };

export interface PreparedAttempt {
  readonly kind: 'prepared';
  readonly spec: JobSpec;
  /** As they were found; their contents may be read while the command runs. */
  readonly inputs: readonly InputLook[];
  readonly oldOutputs: OldOutputs;
}

/**
 * Makes the working directory ready for the command: looks at the inputs, makes folders and files,
 * moves old outputs aside, in this order, so that a missing input, or an output that is protected,
 * changes nothing.
 */
export function prepare(spec: JobSpec, disk: Disk): Preparation {
  try {
    const inputs = lookAtInputs(spec.prepare.inputs, disk);
    const obstacle = obstacleOf(spec, inputs, disk);
    if (obstacle !== undefined) return { kind: 'refused', detail: obstacle };
    for (const path of spec.prepare.makeDirectories) {
      if (disk.stat(path)?.type !== 'directory') disk.makeDirectory(path);
    }
    for (const { path, text } of spec.prepare.writeFiles) disk.replace(path, text);
    return { kind: 'prepared', spec, inputs, oldOutputs: moveAside(spec, disk) };
  } catch (error) {
    return { kind: 'refused', detail: detail.notPrepared(error) };
  }
}

/** Why the attempt must not begin, found before anything is changed. */
export function obstacleOf(
  spec: JobSpec,
  inputs: readonly InputLook[],
  disk: Disk,
): string | undefined {
  const missing = inputs.filter(isMissing).map(({ input }) => input.path);
  if (missing.length > 0) return detail.missingInputs(missing);
  const kept = protectedOf(spec, disk);
  return kept.length > 0 ? detail.protectedOutputs(kept) : undefined;
}

/** Outputs that an earlier success has protected, and nobody has opened again. */
function protectedOf({ verify }: JobSpec, disk: Disk): readonly string[] {
  return verify.outputs
    .filter(({ path, isProtected }) => isProtected === true && disk.isProtected(path))
    .map(({ path }) => path);
}

function isMissing({ input, stat }: InputLook): boolean {
  return stat === undefined && !input.isOptional;
}
