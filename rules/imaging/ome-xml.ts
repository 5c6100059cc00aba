import type { SampleType } from './tiff-parts.ts';

/** What an OME-TIFF says of its pixels. */
export interface OmeImage {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly planes: number;
  readonly type: SampleType;
  /** Names, in order. */
  readonly channels: readonly string[];
  /** µm, if known. */
  readonly pixelUm: number | undefined;
  /** Distance of planes, µm; of no meaning for a single plane. */
  readonly planeUm: number | undefined;
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
    ...lengthAttributes('PhysicalSizeX', image.pixelUm),
    ...lengthAttributes('PhysicalSizeY', image.pixelUm),
    ...(planes > 1 ? lengthAttributes('PhysicalSizeZ', image.planeUm) : {}),
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

function lengthAttributes(name: string, um: number | undefined): Record<string, string | number> {
  return um === undefined ? {} : { [name]: um, [`${name}Unit`]: 'µm' };
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('');
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]|[^ -~]/gu, (char) => `&#${char.codePointAt(0)};`);
}
