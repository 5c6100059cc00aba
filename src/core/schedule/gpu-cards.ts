/** A card of this machine, as its driver tells it. */
export interface PresentGpu {
  /** Its place in the order of the bus. */
  readonly index: string;
  readonly uuid: string | undefined;
  /** Memory that nobody uses, MiB; undefined where nothing tells. */
  readonly freeMib: number | undefined;
}

/** A card that jobs may use, by what goes into `CUDA_VISIBLE_DEVICES`. */
export interface GpuCard {
  readonly id: string;
  readonly freeMib: number | undefined;
}

/**
 * The cards that this process may use. An inherited `CUDA_VISIBLE_DEVICES` says which, in indices,
 * UUIDs, abbreviated ones too, or parts of cards (`MIG-…`); without it, all.
 */
export function visibleGpus(
  inherited: string | undefined,
  present: readonly PresentGpu[],
): readonly GpuCard[] {
  if (inherited === undefined) {
    return present.map(({ index, freeMib }) => ({ id: index, freeMib }));
  }
  const ids = inherited.split(',').map((id) => id.trim());
  // As CUDA reads it: what follows an invalid entry is not seen, and `-1` is the usual way to say none.
  const end = ids.findIndex((id) => id === '' || id.startsWith('-'));
  const seen = ids.slice(0, end === -1 ? undefined : end);
  return withoutRepeats(seen, present).map((id) => ({
    id,
    freeMib: presentGpu(id, present)?.freeMib,
  }));
}

/** Of the cards that may be used, those that are named here, in this order. */
export function namedGpus(
  names: readonly string[],
  visible: readonly GpuCard[],
  present: readonly PresentGpu[],
): readonly GpuCard[] {
  const byCard = new Map(visible.map((card) => [canonical(card.id, present), card]));
  return names.flatMap((name) => byCard.get(canonical(name, present)) ?? []);
}

/** Names, without those of cards that were named before, perhaps in another way. */
export function withoutRepeats(
  names: readonly string[],
  present: readonly PresentGpu[],
): readonly string[] {
  const byCard = new Map<string, string>();
  for (const name of names) {
    const card = canonical(name, present);
    if (!byCard.has(card)) byCard.set(card, name);
  }
  return [...byCard.values()];
}

/** One name for each card, whichever way it was named. */
function canonical(name: string, present: readonly PresentGpu[]): string {
  return presentGpu(name, present)?.index ?? name;
}

/** The card of this index, or UUID or beginning of one; undefined: it is not known. */
export function presentGpu(name: string, present: readonly PresentGpu[]): PresentGpu | undefined {
  const exact = present.find(({ index, uuid }) => index === name || uuid === name);
  if (exact !== undefined || !name.startsWith('GPU-')) return exact;
  const begun = present.filter(({ uuid }) => uuid?.startsWith(name) === true);
  return begun.length === 1 ? begun[0] : undefined;
}
