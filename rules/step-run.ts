import { type FlaggedPath, optional } from 'dagflow';

/** What runs in the place of a shipped step: a command, or a script by its absolute path. */
export type StepRun = { readonly shell: string } | { readonly script: string };

export interface OwnStep {
  /** In the place of the shipped step; undefined: that. */
  readonly run?: StepRun | undefined;
}

/**
 * The run part of a step: the shipped script, or what was given. Its type is that of a script in
 * both cases, since a rule's type asks which of the two it has, and only the config knows.
 */
export function runPart(run: StepRun | undefined, shipped: string): { readonly script: string } {
  if (run === undefined) return { script: shipped };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return run as { readonly script: string };
}

/** An output besides the image: the shipped step makes it, one of somebody's own may leave it out. */
export function besides<const Path extends string>(
  path: Path,
  run: StepRun | undefined,
): Path | FlaggedPath<Path> {
  return run === undefined ? path : optional(path);
}
