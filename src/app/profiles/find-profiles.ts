import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { noProfile } from '../../core/catalogue/usage-profile.ts';
import { FlowError } from '../../core/diagnostic.ts';
import type { Arguments } from '../parse-arguments.ts';
import { isFile } from '../read-text.ts';

/** Given as a name, it means that no profile is used unasked. */
const NONE = 'none';
/** Used unasked. */
const DEFAULT = 'default';
const FOLDER = 'profiles';

/**
 * The files of the profiles that the command line means, absolute, later ones to win: `default`,
 * if the workflow has one, then those of `--profile`. Throws a usage error for one that is missing.
 */
export function findProfiles(args: Arguments, calledFrom: string): readonly string[] {
  const workingDirectory = resolve(calledFrom, args.value('directory') ?? '.');
  const file = args.value('file');
  const workflowFolder =
    file === undefined ? join(workingDirectory, 'workflow') : dirname(resolve(calledFrom, file));
  const own = [join(workingDirectory, FOLDER), join(workflowFolder, FOLDER)];
  const words = args.values('profile');
  const found = new Set<string>();
  const byDefault = words.includes(NONE) ? undefined : own.flatMap(filesOf(DEFAULT)).find(isFile);
  if (byDefault !== undefined) found.add(byDefault);
  for (const word of words) {
    if (word === NONE) continue;
    const folders = [...own, userFolder()];
    const beside = [resolve(calledFrom, word), join(resolve(calledFrom, word), 'config.yaml')];
    const places = isPath(word) ? beside : folders.flatMap(filesOf(word));
    const place = places.find(isFile);
    if (place === undefined) {
      const looked = places.map((each) => pathText(each, calledFrom));
      const known = folders.flatMap(profilesIn);
      throw new FlowError(noProfile(word, looked, { known, isBeside: beside.some(isFile) }));
    }
    found.add(place);
  }
  return [...found];
}

/** As short as it can be read. */
function pathText(path: string, calledFrom: string): string {
  const text = relative(calledFrom, path);
  return text.startsWith('..') ? path : text;
}

function isPath(word: string): boolean {
  return word.includes('/') || /\.ya?ml$/u.test(word);
}

function filesOf(name: string): (folder: string) => string[] {
  return (folder) => [join(folder, `${name}.yaml`), join(folder, name, 'config.yaml')];
}

/** Of this user, for all workflows. */
function userFolder(): string {
  const { XDG_CONFIG_HOME: home = '' } = process.env;
  return join(home === '' ? join(homedir(), '.config') : home, 'flow');
}

/** Names of what lies there. */
function profilesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => name.replace(/\.yaml$/u, ''));
  } catch {
    return [];
  }
}
