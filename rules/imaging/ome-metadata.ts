import type { Vector } from './image.ts';
import { pagesOfSeries, type PageRun } from './ome-pages.ts';
import { type XmlTag, xmlTags } from './xml-tags.ts';

/** One image of an OME-XML: a stack of channels and planes, often one tile of many. */
export interface OmeSeries {
  /** The sample type in OME's words. */
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly planes: number;
  readonly times: number;
  /** Their names, as far as they have any. */
  readonly channels: readonly (string | undefined)[];
  /** µm. */
  readonly pixelUm: number | undefined;
  /** Distance of planes, µm. */
  readonly planeUm: number | undefined;
  /** Where the stage stood, µm, the axes as the microscope has them. */
  readonly stage: Vector | undefined;
  /** The page of each plane of the first time point: channel after channel, in it by plane. */
  readonly pages: readonly number[];
}

interface Draft {
  pixels: ReadonlyMap<string, string> | undefined;
  readonly channels: ReadonlyMap<string, string>[];
  readonly runs: PageRun[];
  plane: ReadonlyMap<string, string> | undefined;
}

/**
 * All images of an OME-XML, in their order; IDs play no part, since writers repeat them. Undefined
 * where the text is none. Throws on what the model allows and this reader does not: pages in
 * other files, several samples a pixel, units that have no length.
 */
export function readOmeSeries(xml: string): readonly OmeSeries[] | undefined {
  const images: Draft[] = [];
  let image: Draft | undefined;
  let isOme = false;
  let unitless: string | undefined;
  let ownId: string | undefined;
  for (const tag of xmlTags(xml)) {
    if (tag.kind === 'end') continue;
    if (tag.name === 'OME') {
      isOme = true;
      ownId = tag.attributes.get('UUID');
      unitless = unitOfOldSchemas(tag);
    } else if (tag.name === 'BinaryOnly') {
      throw new Error('its OME-XML is in another file, which is not supported');
    } else if (tag.name === 'Image') {
      image = { pixels: undefined, channels: [], runs: [], plane: undefined };
      images.push(image);
    } else if (image !== undefined) {
      addTag(image, tag, ownId);
    }
  }
  if (!isOme || images.every(({ pixels }) => pixels === undefined)) return undefined;
  let planes = 0;
  return images.map((draft, index) => {
    try {
      planes += planeCountOf(draft);
      if (planes > MAX_PLANES) throw new Error(`its OME-XML promises ${planes} planes`);
      return seriesOf(draft, { isOnly: images.length === 1, unitless });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(images.length === 1 ? reason : `image ${index + 1}: ${reason}`, {
        cause: error,
      });
    }
  });
}

/** Before 2015 lengths had no units and were µm. */
function unitOfOldSchemas({ attributes }: XmlTag): string | undefined {
  const names = [...attributes].filter(([name]) => name.startsWith('xmlns')).map(([, url]) => url);
  const year = /\/OME\/(\d{4})-/.exec(names.join(' '))?.[1];
  return year !== undefined && Number(year) < 2015 ? 'µm' : undefined;
}

function addTag(image: Draft, tag: XmlTag, ownId: string | undefined): void {
  const { attributes } = tag;
  if (tag.name === 'Pixels') image.pixels ??= attributes;
  if (tag.name === 'Channel') image.channels.push(attributes);
  if (tag.name === 'TiffData') image.runs.push(runOf(attributes));
  if (tag.name === 'UUID' && ownId !== undefined && tag.text.trim() !== ownId) {
    const file = attributes.get('FileName') ?? tag.text.trim();
    throw new Error(`its pages are in other files (${file}), which is not supported`);
  }
  if (tag.name === 'Plane' && attributes.has('PositionX')) {
    const isFirst = ['TheC', 'TheZ', 'TheT'].every((name) => attributes.get(name) === '0');
    if (image.plane === undefined || isFirst) image.plane = attributes;
  }
}

function runOf(attributes: ReadonlyMap<string, string>): PageRun {
  const whole = (name: string): number | undefined => {
    const text = attributes.get(name);
    return text === undefined ? undefined : wholeNumber(name, text);
  };
  return {
    first: { C: whole('FirstC') ?? 0, Z: whole('FirstZ') ?? 0, T: whole('FirstT') ?? 0 },
    page: whole('IFD'),
    count: whole('PlaneCount') ?? whole('NumPlanes'),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`its OME-XML says ${name}="${text}"`);
  return Number(text);
}

/** Planes that a file may have: more are a lie, and would fill the memory. */
const MAX_PLANES = 1_000_000;

function planeCountOf({ pixels }: Draft): number {
  const { C, Z, T } = sizesOf(pixels);
  return C * Z * T;
}

function sizesOf(pixels: Draft['pixels']): Record<'C' | 'Z' | 'T', number> {
  if (pixels === undefined) throw new Error('its OME-XML has an Image without Pixels');
  const size = (name: string): number => {
    const value = wholeNumber(name, pixels.get(name) ?? '1');
    if (value === 0) throw new Error(`its OME-XML says ${name}="0"`);
    return value;
  };
  return { C: size('SizeC'), Z: size('SizeZ'), T: size('SizeT') };
}

function seriesOf(
  { pixels, channels, runs, plane }: Draft,
  { isOnly, unitless }: { readonly isOnly: boolean; readonly unitless: string | undefined },
): OmeSeries {
  const sizes = sizesOf(pixels);
  const size = (name: string): number => wholeNumber(name, pixels?.get(name) ?? '');
  for (const channel of channels) {
    const samples = channel.get('SamplesPerPixel') ?? '1';
    if (samples !== '1') throw new Error(`${samples} samples a pixel; only grey is supported`);
  }
  const order = pixels?.get('DimensionOrder') ?? 'XYZCT';
  const length = (name: string): number | undefined => lengthUm(pixels ?? new Map(), name, 'µm');
  const [pixelUm, high] = [length('PhysicalSizeX'), length('PhysicalSizeY')];
  if (pixelUm !== undefined && high !== undefined && Math.abs(high / pixelUm - 1) > 1e-3) {
    throw new Error(`its pixels are not square: ${pixelUm}×${high} µm`);
  }
  return {
    type: pixels?.get('Type') ?? '',
    width: size('SizeX'),
    height: size('SizeY'),
    planes: sizes.Z,
    times: sizes.T,
    channels: Array.from({ length: sizes.C }, (_, c) => channels[c]?.get('Name')),
    pixelUm,
    planeUm: length('PhysicalSizeZ'),
    stage: plane && stageOf(plane, unitless),
    pages: pagesOfSeries(runs, { order, sizes, isOnly }),
  };
}

function stageOf(
  plane: ReadonlyMap<string, string>,
  unitless: string | undefined,
): Vector | undefined {
  const x = lengthUm(plane, 'PositionX', unitless);
  const y = lengthUm(plane, 'PositionY', unitless);
  return x === undefined || y === undefined ? undefined : { x, y };
}

/** µm by the unit's symbol in OME; both characters that look like µ are in use. */
const UNITS: Readonly<Record<string, number>> = {
  pm: 1e-6,
  Å: 1e-4,
  nm: 1e-3,
  µm: 1,
  μm: 1,
  mm: 1e3,
  cm: 1e4,
  m: 1e6,
};

function lengthUm(
  attributes: ReadonlyMap<string, string>,
  name: string,
  unitless: string | undefined,
): number | undefined {
  const text = attributes.get(name);
  if (text === undefined) return undefined;
  const unit = attributes.get(`${name}Unit`) ?? unitless ?? 'reference frame';
  const factor = UNITS[unit];
  if (factor === undefined) throw new Error(`${name} is in the unit “${unit}”, which is no length`);
  const value = Number(text);
  if (!Number.isFinite(value) || text.trim() === '' || (value <= 0 && name.startsWith('Phys'))) {
    throw new Error(`its OME-XML says ${name}="${text}"`);
  }
  return value * factor;
}
