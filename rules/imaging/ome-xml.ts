import type { SampleType } from './tiff-writer.ts';

/** What an OME-TIFF says of its pixels. */
export interface OmeImage {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly planes: number;
  readonly type: SampleType;
  /** Names, in order. */
  readonly channels: readonly string[];
  /** µm. */
  readonly pixelUm: number;
  /** Distance of planes, µm; of no meaning for a single plane. */
  readonly planeUm: number;
}

const NAMESPACE = 'http://www.openmicroscopy.org/Schemas/OME/2016-06';

/**
 * The OME-XML of a file whose pages are planes, channel after channel (schema 2016-06). Only
 * 7-bit characters, since a TIFF's description has no encoding; no ids or dates but fixed ones.
 */
export function omeXml(image: OmeImage): string {
  const { width, height, planes, channels } = image;
  const pixels = attributes({
    ID: 'Pixels:0',
    DimensionOrder: 'XYZCT',
    Type: image.type === 'float32' ? 'float' : image.type,
    BigEndian: 'false',
    SizeX: width,
    SizeY: height,
    SizeZ: planes,
    SizeC: channels.length,
    SizeT: 1,
    PhysicalSizeX: image.pixelUm,
    PhysicalSizeXUnit: 'µm',
    PhysicalSizeY: image.pixelUm,
    PhysicalSizeYUnit: 'µm',
    ...(planes > 1 ? { PhysicalSizeZ: image.planeUm, PhysicalSizeZUnit: 'µm' } : {}),
  });
  const channelElements = channels.map((name, index) => {
    return `<Channel${attributes({ ID: `Channel:0:${index}`, Name: name, SamplesPerPixel: 1 })}/>`;
  });
  const pages = channels.flatMap((_, c) =>
    Array.from({ length: planes }, (__, z) => {
      const place = { FirstC: c, FirstT: 0, FirstZ: z, IFD: c * planes + z, PlaneCount: 1 };
      return `<TiffData${attributes(place)}/>`;
    }),
  );
  const location = `${NAMESPACE} ${NAMESPACE}/ome.xsd`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<OME xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${location}">`,
    `<Image${attributes({ ID: 'Image:0', Name: image.name })}>`,
    `<Pixels${pixels}>`,
    ...channelElements,
    ...pages,
    '</Pixels>',
    '</Image>',
    '</OME>',
  ].join('');
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('');
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]|[^ -~]/gu, (char) => `&#${char.codePointAt(0)};`);
}

/** What is said of the first image of an OME-XML; undefined where the text is none. */
export function readOmeXml(xml: string): ParsedOme | undefined {
  const pixels = /<(?:\w+:)?Pixels\b[^>]*>/.exec(xml);
  if (pixels === null) return undefined;
  const tag = pixels[0];
  const rest = xml.slice(pixels.index);
  const end = rest.search(/<\/(?:\w+:)?Pixels>/);
  const body = end < 0 ? rest : rest.slice(0, end);
  const channels = [...body.matchAll(/<(?:\w+:)?Channel\b[^>]*>/g)].map(([channel]) =>
    attributeOf(channel, 'Name'),
  );
  const count = (name: string): number => Number(attributeOf(tag, name) ?? 1);
  const length = (name: string): number | undefined => {
    const value = attributeOf(tag, name);
    return value === undefined ? undefined : Number(value);
  };
  return {
    order: attributeOf(tag, 'DimensionOrder') ?? 'XYZCT',
    planes: count('SizeZ'),
    channelCount: count('SizeC'),
    times: count('SizeT'),
    channels: channels.map((name, index) => name ?? `channel ${index + 1}`),
    pixelUm: length('PhysicalSizeX'),
    planeUm: length('PhysicalSizeZ'),
  };
}

export interface ParsedOme {
  readonly order: string;
  readonly planes: number;
  readonly channelCount: number;
  readonly times: number;
  readonly channels: readonly string[];
  readonly pixelUm: number | undefined;
  readonly planeUm: number | undefined;
}

function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value?.replaceAll(/&(#?)(x?)(\w+);/g, (entity: string, ...parts: string[]) => {
    const [isNumber, isHex, code = ''] = parts;
    if (isNumber === '') return ENTITIES[code] ?? entity;
    return String.fromCodePoint(Number.parseInt(code, isHex === '' ? 10 : 16));
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
