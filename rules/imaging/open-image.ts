import type { EncodedPage, PageEncoding } from './encoded-page.ts';
import { createOmeTiff, type OmeTiff, openOmeTiff } from './ome-tiff.ts';
import type { OmeImage } from './ome-xml.ts';
import type { Samples } from './tiff-parts.ts';

/** Takes an image plane by plane, channel after channel. */
export interface ImageWriter {
  /** How pages are to be encoded that another thread prepares. */
  readonly encoding: PageEncoding;
  writePage(samples: Samples): void;
  writeEncoded(page: EncodedPage): void;
  /** Throws if pages are missing. */
  close(): void;
}

/** An OME-TIFF, or an OME-Zarr where the path ends in `.zarr`, open for reading. */
export async function openImage(path: string): Promise<OmeTiff> {
  if (!path.endsWith('.zarr')) return await openOmeTiff(path);
  const { openOmeZarr } = await import('./ome-zarr.ts');
  return openOmeZarr(path);
}

/** The same for writing, with smaller copies for viewers. */
export async function createPyramid(path: string, image: OmeImage): Promise<ImageWriter> {
  if (!path.endsWith('.zarr')) return createOmeTiff(path, image, 'pyramid');
  const { OmeZarrWriter } = await import('./zarr-writer.ts');
  return new OmeZarrWriter(path, image);
}
