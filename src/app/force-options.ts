import { usageError } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import { didYouMean } from '../core/did-you-mean.ts';
import type { FileId, PathTable } from '../core/graph/path-table.ts';
import { normalisePath } from '../core/pattern/normalise-path.ts';
import type { Force } from '../core/plan/plan-input.ts';
import { type Trigger, TRIGGERS } from '../core/plan/reason.ts';
import type { Rule } from '../core/rule/rule.ts';
import type { Arguments } from './parse-arguments.ts';

export const NO_FORCE: Force = {
  all: false,
  targets: false,
  rules: new Set(),
  files: new Set(),
};

/** `-F`, `-f` and `-R`, where `used` are the rules with a job in the graph. Throws a usage error. */
export function forceOf(args: Arguments, used: readonly Rule[], paths: PathTable): Force {
  const names = new Set(used.map(({ name }) => name));
  const rules = new Set<string>();
  const files = new Set<FileId>();
  for (const word of args.values('forcerun')) {
    const file = paths.find(normalisePath(word));
    if (names.has(word)) rules.add(word);
    else if (file >= 0) files.add(file);
    else throw new FlowError(unknownForced(word, names));
  }
  return { all: args.has('forceall'), targets: args.has('force'), rules, files };
}

/** `--rerun-triggers a,b`; all if it is not given. Throws a usage error. */
export function triggersOf(args: Arguments): ReadonlySet<Trigger> {
  const text = args.value('rerun-triggers');
  if (text === undefined) return new Set(TRIGGERS);
  const words = text.split(',').filter((word) => word !== '');
  const unknown = words.find((word) => !isTrigger(word));
  if (unknown === undefined) return new Set(words.filter(isTrigger));
  throw new FlowError(
    usageError({
      title: `\`--rerun-triggers\` knows no \`${unknown}\``,
      hint: `it takes some of ${TRIGGERS.join(', ')}, with commas between them`,
    }),
  );
}

function isTrigger(word: string): word is Trigger {
  return TRIGGERS.some((it) => it === word);
}

function unknownForced(word: string, names: Iterable<string>): ReturnType<typeof usageError> {
  return usageError({
    title: `\`-R ${word}\`: the targets need no job of such a rule, and no such file`,
    hint:
      didYouMean(word, names) ??
      'name a rule or a file that these targets need, or make it a target too',
  });
}
