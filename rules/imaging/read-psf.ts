import { stackPlanes, type Volume } from './image.ts';
import { measuredPsf, type Voxel } from './measured-psf.ts';
import { readOmeSeries } from './ome-metadata.ts';
import { openTiff, type TiffFile } from './tiff-reader.ts';

/** How large the voxels of a point spread are, nm, as far as it is known beside the file. */
export type KnownVoxel = { readonly [Name in keyof Voxel]?: number };

/**
 * The point spread that a TIFF holds, one plane a page, for an image of `depth` planes with voxels
 * of size `to`. The size of its own voxels comes from its OME-XML or from `known`; throws, with the path,
 * where neither says it, both contradict each other, or the stack is no point spread.
 */
export async function readPsf(
  path: string,
  { known, to, depth }: { readonly known: KnownVoxel; readonly to: Voxel; readonly depth: number },
): Promise<Volume> {
  const file = await openTiff(path);
  try {
    const from = voxelOf(file, known);
    const planes = [];
    for (let page = 0; page < file.pageCount; page++) planes.push(await file.readImage(page));
    return measuredPsf(stackPlanes(planes), { from, to, depth });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} is of no use as point spread: ${reason}`, { cause: error });
  } finally {
    await file.close();
  }
}

function voxelOf(file: TiffFile, known: KnownVoxel): Voxel {
  const [series] = readOmeSeries(file.description) ?? [];
  return {
    pixelNm: agreed('pixel', series?.pixelUm, known.pixelNm),
    planeNm: file.pageCount === 1 ? 1 : agreed('plane', series?.planeUm, known.planeNm),
  };
}

/** A difference of one in a thousand is one of rounding. */
function agreed(what: string, um: number | undefined, nm: number | undefined): number {
  if (um === undefined && nm === undefined) {
    throw new Error(`neither the file nor the config says how large its ${what}s are`);
  }
  if (um !== undefined && nm !== undefined && Math.abs(1000 * um - nm) > 1e-3 * nm) {
    throw new Error(`its ${what}s are ${1000 * um} nm, not ${nm} nm as the config says`);
  }
  return nm ?? 1000 * (um ?? 0);
}
