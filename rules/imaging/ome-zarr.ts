import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'dagflow';
import type { OmeTiff } from './ome-tiff.ts';
import { openZarrArray, withPath, type ZarrArray } from './zarr-array.ts';
import { parse } from './zarr-metadata.ts';

const Attributes = z.looseObject({
  version: z.string().optional(),
  multiscales: z
    .array(
      z.looseObject({
        axes: z.array(z.looseObject({ name: z.string(), unit: z.string().optional() })),
        datasets: z
          .array(
            z.looseObject({
              path: z.string(),
              coordinateTransformations: z
                .array(z.looseObject({ type: z.string(), scale: z.array(z.number()).optional() }))
                .default([]),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
  omero: z
    .looseObject({
      channels: z.array(z.looseObject({ label: z.union([z.string(), z.number()]).optional() })),
    })
    .optional(),
});

type Multiscale = z.infer<typeof Attributes>['multiscales'][number];

/**
 * The largest image of an OME-Zarr in a folder: version 0.4 (Zarr 2) or 0.5 (Zarr 3), axes t (one
 * time point), c, z, y and x in that order, of which c, z and t may lack. Throws, with the path, what
 * is none and what is not supported.
 */
export function openOmeZarr(path: string): OmeTiff {
  const { multiscales, omero } = withPath(path, () => readAttributes(path));
  const [image] = multiscales;
  if (image === undefined) throw new Error(`${path} holds no image`);
  const data = openZarrArray(withPath(path, () => join(path, datasetOf(image).path)));
  const { size, indicesOf } = withPath(path, () => axesOf(image, data));
  const labels = omero?.channels.map(({ label }) => label);
  const { pixelUm, planeUm } = withPath(path, () => voxelOf(image));
  return {
    path,
    width: size('x'),
    height: size('y'),
    planes: size('z'),
    channels: Array.from({ length: size('c') }, (_, c) =>
      String(labels?.[c] ?? `channel ${c + 1}`),
    ),
    pixelUm,
    planeUm,
    readPlane: async (channel, plane) => {
      const samples = await data.readPlane(indicesOf(channel, plane));
      if (samples instanceof Uint32Array || samples instanceof Int32Array) {
        throw new Error(`${path}: 32-bit whole numbers are not supported as images`);
      }
      return { width: size('x'), height: size('y'), data: new Float32Array(samples) };
    },
    close: async () => {
      await Promise.resolve();
    },
  };
}

function readAttributes(path: string): z.infer<typeof Attributes> {
  const [third, second] = [join(path, 'zarr.json'), join(path, '.zattrs')];
  if (existsSync(third)) {
    const Group = z.looseObject({ attributes: z.looseObject({ ome: Attributes }) });
    const { ome } = parse(third, Group).attributes;
    refuseVersion(ome.version, '0.5');
    return ome;
  }
  if (!existsSync(second)) throw new Error('it has neither a zarr.json nor a .zattrs');
  const Versions = z.looseObject({
    multiscales: z.array(z.looseObject({ version: z.string().optional() })).min(1),
  });
  // Only then the rest: older versions have other axes.
  refuseVersion(parse(second, Versions).multiscales[0]?.version, '0.4');
  return parse(second, Attributes);
}

/** Versions are named in the metadata, or nowhere; some have a name behind the number. */
function refuseVersion(version: string | undefined, supported: string): void {
  if (version === undefined || version.startsWith(supported)) return;
  throw new Error(`version ${version} of OME-Zarr is not supported, 0.4 and 0.5 are`);
}

function datasetOf({ datasets }: Multiscale): Multiscale['datasets'][number] {
  const [dataset] = datasets;
  // A path is data: it must not lead out of the store.
  if (dataset === undefined || dataset.path.split('/').some((part) => /^\.*$/.test(part))) {
    throw new Error(`the path of its first dataset is “${dataset?.path ?? ''}”`);
  }
  return dataset;
}

type Axis = 't' | 'c' | 'z' | 'y' | 'x';

interface Axes {
  readonly size: (axis: Axis) => number;
  readonly indicesOf: (channel: number, plane: number) => readonly number[];
}

function axesOf({ axes }: Multiscale, { shape }: ZarrArray): Axes {
  const names = axes.map(({ name }) => name).join('');
  if (!/^t?c?z?yx$/.test(names) || names.length !== shape.length) {
    throw new Error(`axes ${names} of an array of ${shape.length} axes are not supported`);
  }
  const size = (axis: Axis): number => shape[names.indexOf(axis)] ?? 1;
  if (size('t') !== 1) throw new Error(`${size('t')} time points; only one is supported`);
  return {
    size,
    indicesOf: (channel, plane) => {
      const { c, z: depth } = { c: size('c'), z: size('z') };
      if (channel < 0 || channel >= c || plane < 0 || plane >= depth) {
        throw new Error(`no channel ${channel}, plane ${plane}`);
      }
      const all: Readonly<Record<string, number>> = { t: 0, c: channel, z: plane };
      return names
        .slice(0, -2)
        .split('')
        .map((axis) => all[axis] ?? 0);
    },
  };
}

/** µm by the unit's name in OME-Zarr. */
const UNITS: Readonly<Record<string, number>> = {
  angstrom: 1e-4,
  nanometer: 1e-3,
  micrometer: 1,
  millimeter: 1e3,
  meter: 1e6,
};

/** Sizes of voxels as far as they are said in a unit of length. */
function voxelOf(image: Multiscale): Pick<OmeTiff, 'pixelUm' | 'planeUm'> {
  const { axes } = image;
  const scale = datasetOf(image).coordinateTransformations.find(
    ({ type }) => type === 'scale',
  )?.scale;
  const sizeUm = (axis: string): number | undefined => {
    const index = axes.findIndex(({ name }) => name === axis);
    const factor = UNITS[axes[index]?.unit ?? ''];
    const size = scale?.[index];
    return factor === undefined || size === undefined ? undefined : size * factor;
  };
  const [wide, high] = [sizeUm('x'), sizeUm('y')];
  if (wide !== undefined && high !== undefined && Math.abs(high / wide - 1) > 1e-3) {
    throw new Error(`its pixels are not square: ${wide}×${high} µm`);
  }
  return { pixelUm: wide, planeUm: sizeUm('z') };
}
