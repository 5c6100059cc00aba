import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOmeSeries } from '../../rules/imaging/ome-metadata.ts';
import { omeXml, type OmeImage } from '../../rules/imaging/ome-xml.ts';
import { createOmeTiff, openOmeTiff } from '../../rules/imaging/ome-tiff.ts';
import { TiffWriter } from '../../rules/imaging/tiff-writer.ts';
import { HAS_REAL_DATA, realFile, temporaryFolder } from '../rigs/imaging-data.ts';
import { parseTiff } from '../rigs/imaging-tiff.ts';

const folder = temporaryFolder();

const IMAGE: OmeImage = {
  name: 'cycle 1 <stitched>',
  width: 7,
  height: 5,
  planes: 2,
  type: 'uint16',
  channels: ['DAPI', 'CD3 & "TCRγ"'],
  pixelUm: 0.377,
  planeUm: 1.5,
};

test('the OME-XML says everything about the pixels, in 7 bits', () => {
  const lines = omeXml(IMAGE).replaceAll('><', '>\n<').split('\n');
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openmicroscopy.org/Schemas/OME/2016-06 http://www.openmicroscopy.org/Schemas/OME/2016-06/ome.xsd">
    <Image ID="Image:0" Name="cycle 1 &#60;stitched&#62;">
    <Pixels ID="Pixels:0" DimensionOrder="XYZCT" Type="uint16" BigEndian="false" SizeX="7" SizeY="5" SizeZ="2" SizeC="2" SizeT="1" PhysicalSizeX="0.377" PhysicalSizeXUnit="&#181;m" PhysicalSizeY="0.377" PhysicalSizeYUnit="&#181;m" PhysicalSizeZ="1.5" PhysicalSizeZUnit="&#181;m">
    <Channel ID="Channel:0:0" Name="DAPI" SamplesPerPixel="1"/>
    <Channel ID="Channel:0:1" Name="CD3 &#38; &#34;TCR&#947;&#34;" SamplesPerPixel="1"/>
    <TiffData FirstC="0" FirstT="0" FirstZ="0" IFD="0" PlaneCount="1"/>
    <TiffData FirstC="0" FirstT="0" FirstZ="1" IFD="1" PlaneCount="1"/>
    <TiffData FirstC="1" FirstT="0" FirstZ="0" IFD="2" PlaneCount="1"/>
    <TiffData FirstC="1" FirstT="0" FirstZ="1" IFD="3" PlaneCount="1"/>
    </Pixels>
    </Image>
    </OME>"
  `);
});

test('what was written is read back, entities and all', () => {
  expect(readOmeSeries(omeXml(IMAGE))).toEqual([
    {
      type: 'uint16',
      width: 7,
      height: 5,
      planes: 2,
      times: 1,
      channels: ['DAPI', 'CD3 & "TCRγ"'],
      pixelUm: 0.377,
      planeUm: 1.5,
      stage: undefined,
      pages: [0, 1, 2, 3],
    },
  ]);
});

test('a single plane has no distance of planes', () => {
  expect(readOmeSeries(omeXml({ ...IMAGE, planes: 1 }))?.[0]?.planeUm).toBe(undefined);
});

describe('an OME-TIFF', () => {
  const path = join(folder, 'two.ome.tif');
  const writer = createOmeTiff(path, IMAGE);
  for (let page = 0; page < 4; page++) writer.writePage(new Uint16Array(35).fill(100 + page));
  writer.close();

  test('has its planes channel after channel', async () => {
    const file = await openOmeTiff(path);
    expect((await file.readPlane(0, 1)).data[0]).toBe(101);
    expect((await file.readPlane(1, 0)).data[34]).toBe(102);
    await file.close();
  });

  test('has its XML in the description of the first page alone', () => {
    const { pages } = parseTiff(path);
    expect(pages.map(({ fields }) => fields.get(270))).toEqual([
      omeXml(IMAGE),
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('whose planes come channel by channel within a plane is read in that order', async () => {
    const description = omeXml(IMAGE)
      .replace('XYZCT', 'XYCZT')
      .replaceAll(/<TiffData[^>]*>/g, '');
    const other = join(folder, 'other-order.ome.tif');
    const pages = new TiffWriter(other, {
      width: 7,
      height: 5,
      type: 'uint16',
      pageCount: 4,
      description,
    });
    for (let page = 0; page < 4; page++) pages.writePage(new Uint16Array(35).fill(page));
    pages.close();
    const file = await openOmeTiff(other);
    expect((await file.readPlane(1, 0)).data[0]).toBe(1);
    expect((await file.readPlane(0, 1)).data[0]).toBe(2);
    await file.close();
  });

  test('that lacks pages, or is none, is refused with its path', async () => {
    const short = join(folder, 'short.ome.tif');
    const format = { width: 7, height: 5, type: 'uint16', pageCount: 1 } as const;
    const one = new TiffWriter(short, { ...format, description: omeXml(IMAGE) });
    one.writePage(new Uint16Array(35));
    one.close();
    await expect(openOmeTiff(short)).rejects.toThrow(
      `${short}: its OME-XML promises 2 channels × 2 planes × 1 times, the file has 1 pages`,
    );
    const plain = join(folder, 'plain.tif');
    const none = new TiffWriter(plain, format);
    none.writePage(new Uint16Array(35));
    none.close();
    await expect(openOmeTiff(plain)).rejects.toThrow(
      `${plain} is no OME-TIFF: its description has no Pixels`,
    );
  });
});

test.skipIf(!HAS_REAL_DATA)(
  'OME-XML of another writer is read (skipped without ../shared/data)',
  () => {
    const path = realFile('formats/ome-tiff/wsireg-mc_im_8bit.ome.tiff');
    const text = readFileSync(path, 'latin1');
    const xml = text.slice(text.indexOf('<OME'), text.indexOf('</OME>'));
    const [image] = readOmeSeries(xml) ?? [];
    expect([image?.planes, image?.times, image?.channels.length]).toEqual([1, 1, 3]);
    expect(image?.pages).toEqual([0, 1, 2]);
  },
);
