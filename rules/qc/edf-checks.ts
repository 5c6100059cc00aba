import { type Measurements, worstOf } from './report.ts';

/** One channel of a cycle, before and after the projection. */
export interface ProjectedChannel {
  readonly name: string;
  /** Focus energy by plane. */
  readonly energies: readonly number[];
  /** Focus energy of the projection. */
  readonly projected: number;
  /** Share of pixels by plane that they come from; undefined where the step did not write it. */
  readonly histogram: readonly number[] | undefined;
}

/** Fewer planes have no course of focus: of three, the median is mostly sharp, and one is in the middle. */
const MIN_PLANES = 5;

/** What the channels say; the place of the focus is that of the reference channel. */
export function measureEdf(
  channels: readonly ProjectedChannel[],
  referenceChannel: number,
): Measurements<'edf'> {
  const each = (value: (channel: ProjectedChannel) => number) =>
    channels.map((channel) => ({ value: value(channel), where: `channel ${channel.name}` }));
  const sharpness = worstOf(
    each(({ energies, projected }) => projected / Math.max(...energies)),
    'high',
  );
  const reference = channels[referenceChannel];
  const planes = reference?.energies.length ?? 0;
  if (reference === undefined || planes < MIN_PLANES) return { sharpness };
  const best = sharpestPlane(reference.energies);
  const where = `plane ${best + 1} of ${planes}`;
  const { histogram } = reference;
  const ends = (histogram?.[0] ?? 0) + (histogram?.at(-1) ?? 0);
  return {
    sharpness,
    contrast: worstOf(
      each(({ energies }) => Math.max(...energies) / medianOf(energies)),
      'high',
    ),
    from_end: { value: Math.min(best, planes - 1 - best), where },
    end_planes: histogram === undefined ? undefined : { value: ends },
  };
}

/** From 0. */
export function sharpestPlane(energies: readonly number[]): number {
  return energies.indexOf(Math.max(...energies));
}

/** The mean of the middle two for an even number. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/** Share of the pixels by plane; `depth` numbers planes from 1. */
export function depthHistogram(depth: Float32Array, planes: number): readonly number[] {
  const counts = Array.from({ length: planes }, () => 0);
  for (const plane of depth) counts[plane - 1] = (counts[plane - 1] ?? 0) + 1;
  return counts.slice(0, planes).map((count) => Math.round((1e4 * count) / depth.length) / 1e4);
}
