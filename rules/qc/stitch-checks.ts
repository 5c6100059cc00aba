import type { StitchEdge, StitchModel } from '../imaging/stitch-model.ts';
import type { CycleIllumination } from '../steps/stitch.ts';
import { type Measurements, worstOf } from './report.ts';

/** Variation at which tiles count as evenly lit. */
const EVEN = 0.05;

/** What a cycle's tiles and light say; undefined where the step did not write it. */
export function measureStitch(
  model: StitchModel | undefined,
  light: CycleIllumination | undefined,
): Measurements<'stitch'> {
  return { ...measureSeams(model), ...measureLights(light) };
}

function measureSeams(model: StitchModel | undefined): Measurements<'stitch'> {
  if (model === undefined) {
    return { seam_correlation: undefined, seam_difference: undefined, isolated: undefined };
  }
  const { edges, isolated } = model;
  const each = (value: (edge: NonNullable<StitchEdge['placed']>) => number) =>
    edges.flatMap(({ from, to, placed }) =>
      placed === null ? [] : [{ value: value(placed), where: `tiles ${from} and ${to}` }],
    );
  const numbers = `tile${isolated.length === 1 ? '' : 's'} ${isolated.join(', ')}`;
  const loose = isolated.length === 0 ? {} : { where: numbers };
  const tied = { isolated: { value: isolated.length, ...loose } };
  // A single tile has no seams.
  if (edges.length === 0) return tied;
  return {
    seam_correlation: worstOf(
      each(({ correlation }) => correlation),
      'high',
    ),
    seam_difference: worstOf(
      each(({ difference }) => difference),
      'low',
    ),
    ...tied,
  };
}

function measureLights(light: CycleIllumination | undefined): Measurements<'stitch'> {
  if (light === undefined) return { flatness: undefined, saturated: undefined, blank: undefined };
  const flatness = light.planes.map((plane) => {
    const { before, after } = plane;
    const isKnown = before.variation !== null && after.variation !== null;
    const value = isKnown ? (after.variation ?? 0) / Math.max(EVEN, before.variation ?? 0) : null;
    return { value, where: at(plane) };
  });
  return {
    ...(light.method === 'none' ? {} : { flatness: worstOf(flatness, 'low') }),
    saturated: worstOf(
      light.planes.map((plane) => ({ value: plane.saturated, where: at(plane) })),
      'low',
    ),
    blank: worstOf(
      light.planes.map((plane) => ({ value: plane.blank, where: at(plane) })),
      'low',
    ),
  };
}

function at({ channel, plane }: { readonly channel: number; readonly plane: number }): string {
  return `channel ${channel}, plane ${plane}`;
}
