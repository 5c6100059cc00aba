import { presentGpus } from '../adapters/present-gpus.ts';
import { usageError } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import { parseAmount } from '../core/rule/parse-amount.ts';
import type { Capacity } from '../core/schedule/capacity.ts';
import {
  type GpuCard,
  namedGpus,
  presentGpu,
  type PresentGpu,
  visibleGpus,
  withoutRepeats,
} from '../core/schedule/gpu-cards.ts';
import { countOf } from './number-option.ts';
import type { Arguments } from './parse-arguments.ts';

/** `--gpus auto` leaves out cards on which somebody else left less than this. */
const FREE_FLOOR = '1 GiB';

export type GpuLimits = Required<Pick<Capacity, 'gpus' | 'gpuFreeMib' | 'jobsPerGpu'>>;

/**
 * `--gpus` and `--jobs-per-gpu`, within what an inherited `CUDA_VISIBLE_DEVICES` allows. Asking for
 * the cards takes a while, so it is done only where a job asks for some. Throws a usage error.
 */
export function gpuLimits(args: Arguments, asksForGpus: boolean): GpuLimits {
  const choice = choiceOf(args.value('gpus') ?? 'auto');
  const isSimulated = args.command.name === 'simulate';
  const cards = asksForGpus ? chosen(choice, isSimulated) : [];
  return {
    gpus: cards.map(({ id }) => id),
    gpuFreeMib: cards.map(({ freeMib }) => freeMib),
    jobsPerGpu: countOf(args, 'jobs-per-gpu', 1),
  };
}

type GpuChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'all' }
  | { readonly kind: 'auto'; readonly floor: string; readonly floorMib: number }
  | { readonly kind: 'named'; readonly names: readonly string[] };

const VALID =
  'write `auto`, `auto:8GB`, `all`, `none`, or indices or UUIDs, each once, with commas: `--gpus 0,1`';

function choiceOf(text: string): GpuChoice {
  if (text === 'none') return { kind: 'none' };
  if (text === 'all') return { kind: 'all' };
  if (text === 'auto' || text.startsWith('auto:')) {
    const floor = text === 'auto' ? FREE_FLOOR : text.slice('auto:'.length);
    const floorMib = parseAmount('gpuMem', floor);
    if (floorMib !== undefined) return { kind: 'auto', floor, floorMib };
    throw refused(`\`--gpus ${text}\` names no size`, VALID);
  }
  const names = text.split(',').map((id) => id.trim());
  const areIds = names.every((id) => /^(?:\d+|(?:GPU|MIG)-\S+)$/u.test(id));
  if (areIds && new Set(names).size === names.length) return { kind: 'named', names };
  throw refused(`\`--gpus ${text}\` names no cards`, VALID);
}

/** In a simulation, cards that are named need not be there. */
function chosen(choice: GpuChoice, isSimulated: boolean): readonly GpuCard[] {
  if (choice.kind === 'none') return [];
  if (choice.kind === 'named' && isSimulated) return choice.names.map(believed);
  const { env } = process;
  const inherited = env['CUDA_VISIBLE_DEVICES'];
  const present = presentGpus(env);
  const visible = visibleGpus(inherited, present);
  switch (choice.kind) {
    case 'all':
      return visible;
    case 'auto':
      return roomyOnes(visible, choice);
    case 'named':
      return named(choice.names, { inherited, visible, present });
  }
}

function roomyOnes(
  visible: readonly GpuCard[],
  { floor, floorMib }: GpuChoice & { kind: 'auto' },
): readonly GpuCard[] {
  const roomy = visible.filter(({ freeMib = floorMib }) => freeMib >= floorMib);
  if (roomy.length > 0 || visible.length === 0) return roomy;
  const free = visible.map(({ id, freeMib = 0 }) => `${id}: ${Math.floor(freeMib)} MiB`);
  throw refused(
    `no GPU has ${floor} of its memory free (${free.join(', ')})`,
    'wait until others are done, ask for less (`--gpus auto:500MB`), or take the cards all the same (`--gpus all`)',
  );
}

interface Surroundings {
  readonly inherited: string | undefined;
  readonly visible: readonly GpuCard[];
  readonly present: readonly PresentGpu[];
}

/** Where nothing tells which cards there are, those that are named are believed. */
function named(names: readonly string[], surroundings: Surroundings): readonly GpuCard[] {
  const { inherited, visible, present } = surroundings;
  const flag = `\`--gpus ${names.join(',')}\``;
  if (withoutRepeats(names, present).length < names.length) {
    throw refused(`${flag} names a card twice`, VALID);
  }
  if (inherited === undefined && present.length === 0) {
    return names.map(believed);
  }
  const unknown = names.find((name) => isUnknown(name, present));
  if (unknown !== undefined) {
    const known = present.map(({ index, uuid = '' }) => `${index} ${uuid}`.trim());
    throw refused(`${flag}: there is no GPU \`${unknown}\``, `there are ${known.join(', ')}`);
  }
  // Parts of cards are listed by nobody but who hands them on.
  const all = inherited === undefined ? names.map((id) => cardNamed(id, present)) : visible;
  const cards = namedGpus(names, all, present);
  if (cards.length > 0) return cards;
  throw refused(
    `${flag}: \`CUDA_VISIBLE_DEVICES\` allows none of these`,
    `it allows ${inherited === '' ? 'none at all' : `\`${inherited}\``}; name some of those, or leave \`--gpus\` away`,
  );
}

function believed(id: string): GpuCard {
  return { id, freeMib: undefined };
}

function cardNamed(id: string, present: readonly PresentGpu[]): GpuCard {
  return { id, freeMib: presentGpu(id, present)?.freeMib };
}

function isUnknown(name: string, present: readonly PresentGpu[]): boolean {
  return present.length > 0 && !name.startsWith('MIG-') && presentGpu(name, present) === undefined;
}

function refused(title: string, hint: string): FlowError {
  return new FlowError(usageError({ title, hint }));
}
