import { relative, resolve } from 'node:path';
import { makeArguments } from '../make-arguments.ts';
import type { ArgumentParts, Arguments, FlagValues } from '../parse-arguments.ts';
import { COMMANDS } from '../options.ts';
import type { OptionRow } from '../options/option-row.ts';
import { readUserText } from '../read-text.ts';
import { findProfiles } from './find-profiles.ts';

/** What a command line means together with its profiles. */
export interface ProfiledArguments {
  readonly args: Arguments;
  /** As one would type them, with the flags that each gives. */
  readonly profiles: readonly { readonly path: string; readonly flags: readonly string[] }[];
}

/** Puts the flags of the profiles before those of the command line. Throws a `FlowError`. */
export async function withProfiles(
  parts: ArgumentParts,
  calledFrom: string,
): Promise<ProfiledArguments> {
  const args = makeArguments(parts);
  const takesProfiles = parts.command.options.some(({ name }) => name === 'profile');
  const files = takesProfiles ? findProfiles(args, calledFrom) : [];
  if (files.length === 0) return { args, profiles: [] };

  // The parser of YAML is large, and many runs have no profile.
  const { readProfile } = await import('./read-profile.ts');
  const workingDirectory = resolve(calledFrom, args.value('directory') ?? '.');
  const layers = files.map((file): FlagValues => {
    const text = readUserText(file, 'profile', relative(calledFrom, file));
    return readProfile(text, { file, rows: allRows(), workingDirectory, calledFrom });
  });
  return {
    args: makeArguments({ ...parts, layers: [...layers, ...parts.layers] }),
    profiles: files.map((file, place) => ({
      path: relative(calledFrom, file),
      flags: [...(layers[place]?.switches ?? []), ...(layers[place]?.given.keys() ?? [])],
    })),
  };
}

/** Of all commands: a profile serves several. */
function allRows(): readonly OptionRow[] {
  return [...new Set(COMMANDS.flatMap(({ options }) => options))];
}
