const AXES = ['C', 'Z', 'T'] as const;

type Axis = (typeof AXES)[number];

/** A TiffData element: planes in the image's order that lie in successive pages. */
export interface PageRun {
  readonly first: Readonly<Record<Axis, number>>;
  /** Page from 0; undefined: not said, which means the first. */
  readonly page: number | undefined;
  /** Planes; undefined: one where the page is said, else all. */
  readonly count: number | undefined;
}

export interface PageSpace {
  /** OME's DimensionOrder, such as `XYCZT`. */
  readonly order: string;
  readonly sizes: Readonly<Record<Axis, number>>;
  /** The only image of the file: without any TiffData its planes are the pages. */
  readonly isOnly: boolean;
}

/**
 * The page of each plane of the first time point, channel after channel and in it by plane, by the
 * rules of the OME-TIFF specification. Throws if a plane has no page or two.
 */
export function pagesOfSeries(runs: readonly PageRun[], space: PageSpace): readonly number[] {
  const { order, sizes, isOnly } = space;
  if (!/^XY(?:ZCT|ZTC|CZT|CTZ|TZC|TCZ)$/.test(order)) {
    throw new Error(`its OME-XML says DimensionOrder="${order}"`);
  }
  const axes = AXES.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  const total = sizes.C * sizes.Z * sizes.T;
  const whole: PageRun = { first: { C: 0, Z: 0, T: 0 }, page: 0, count: total };
  const pages: (number | undefined)[] = Array.from({ length: sizes.C * sizes.Z });
  const isSeen = new Uint8Array(total);
  for (const { first, page, count } of runs.length === 0 && isOnly ? [whole] : runs) {
    const start = indexOf(first, axes, sizes);
    const length = count ?? (page === undefined ? total : 1);
    if (start + length > total) throw new Error('its OME-XML has a TiffData of too many planes');
    for (let i = 0; i < length; i++) {
      const { C, Z, T } = placeOf(start + i, axes, sizes);
      const place = C * sizes.Z + Z;
      if (isSeen[start + i] === 1) throw new Error(`${named(place, sizes)} has two pages`);
      isSeen[start + i] = 1;
      if (T === 0) pages[place] = (page ?? 0) + i;
    }
  }
  return pages.map((page, place) => {
    if (page === undefined) throw new Error(`${named(place, sizes)} has no page`);
    return page;
  });
}

function named(place: number, { Z }: PageSpace['sizes']): string {
  return `channel ${Math.floor(place / Z) + 1}, plane ${(place % Z) + 1} of its OME-XML`;
}

function indexOf(
  first: PageRun['first'],
  axes: readonly Axis[],
  sizes: PageSpace['sizes'],
): number {
  let index = 0;
  for (const axis of axes.toReversed()) {
    if (first[axis] >= sizes[axis]) {
      throw new Error(`its OME-XML has a TiffData of First${axis}="${first[axis]}"`);
    }
    index = index * sizes[axis] + first[axis];
  }
  return index;
}

function placeOf(
  index: number,
  axes: readonly Axis[],
  sizes: PageSpace['sizes'],
): Record<Axis, number> {
  const place = { C: 0, Z: 0, T: 0 };
  let rest = index;
  for (const axis of axes) {
    place[axis] = rest % sizes[axis];
    rest = Math.floor(rest / sizes[axis]);
  }
  return place;
}
