import { usageError } from '../../core/catalogue/usage.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { didYouMean } from '../../core/did-you-mean.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Place, PlaceRequest } from './place.ts';

interface PlaceKind {
  /** Flags that make no sense with any other. */
  readonly flags: readonly string[];
  readonly open: (request: PlaceRequest) => Promise<Place>;
}

const LOCAL = 'local';

const KINDS: Readonly<Record<string, PlaceKind>> = {
  local: {
    flags: [],
    open: async (request) => (await import('./local-place.ts')).localPlace(request),
  },
  slurm: {
    flags: ['policy', 'affinity'],
    open: async (request) => await (await import('./slurm-place.ts')).slurmPlace(request),
  },
  dask: {
    flags: ['scheduler-address', 'dask-local', 'python'],
    open: async (request) => await (await import('./dask-place.ts')).daskPlace(request),
  },
  command: {
    flags: ['executor-config'],
    open: async (request) => (await import('./command-place.ts')).commandPlace(request),
  },
};

/** Opens what `--executor` names: this machine, if it names nothing. Throws a `FlowError`. */
export async function openPlace(request: PlaceRequest): Promise<Place> {
  return await kindOf(request.args).open(request);
}

/** Throws a usage error if `--executor`, and flags that belong to one, make no sense. */
export function checkPlace(args: Arguments): void {
  kindOf(args);
}

/** Do jobs run on this machine, as far as the command line says? */
export function isLocal(args: Arguments): boolean {
  return (args.value('executor') ?? LOCAL) === LOCAL;
}

function kindOf(args: Arguments): PlaceKind {
  const name = args.value('executor') ?? LOCAL;
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind === undefined) throw unknownExecutor(name);
  refuseFlagsOfOthers(args, name);
  return kind;
}

function refuseFlagsOfOthers(args: Arguments, name: string): void {
  for (const [other, { flags }] of Object.entries(KINDS)) {
    const flag = flags.find((it) => args.value(it) !== undefined);
    if (other === name || flag === undefined) continue;
    throw new FlowError(
      usageError({
        title: `\`--${flag}\` is for \`--executor ${other}\`, and this run goes to \`${name}\``,
        hint: `add \`--executor ${other}\`, or leave \`--${flag}\` away`,
      }),
    );
  }
}

function unknownExecutor(name: string): FlowError {
  const known = Object.keys(KINDS);
  const hint = didYouMean(name, known) ?? `there are \`${known.join('`, `')}\``;
  return new FlowError(usageError({ title: `there is no executor \`${name}\``, hint }));
}
