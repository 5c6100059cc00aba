import { z } from 'dagflow';
import { patternProblem } from '../../rules/raw-files.ts';

const folder = z.object({
  /** Holds one folder a cycle: `cyc001_reg001_…`, `cyc001`, `cyc01`, `Cyc1_reg1` … */
  folder: z.string(),
  /**
   * File names with `{tile}`, `{z}`, `{channel}`, `{region}` (numbers from 1) and `*` for anything;
   * `{tile:05d}` has at least five digits. Without `{z}` there is one plane.
   */
  pattern: z
    .string()
    .superRefine((pattern, context) => {
      const message = patternProblem(pattern);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .default('*{tile}_Z{z}_CH{channel}.tif'),
  /** Of several regions (`cyc001_reg002`, or `{region}` in the pattern) the one that is meant. */
  region: z.number().int().positive().optional(),
});

const ome = z.object({
  /** A multi-series OME-TIFF a cycle, with `{cycle}`: one image a tile, and its stage position. */
  ome: z.string().includes('{cycle}', { message: 'must have `{cycle}` in it' }),
  /** Which way the stage's y runs in the images. */
  stage_y: z.enum(['up', 'down']).default('up'),
});

const generate = z.object({
  /** Makes them up, the same for the same seed, with the truth beside them. */
  generate: z.object({
    seed: z.number().int().default(1),
    /** Pixels. */
    tile_size: z.number().int().positive().default(128),
    /** Standard deviation of the places of tiles, pixels. */
    jitter: z.number().default(2),
    /** Largest shift of a cycle to the first, pixels. */
    shift: z.number().default(6),
    /** Largest rotation of a cycle to the first, degrees. */
    rotation: z.number().default(0.8),
    /** Share of nuclei that a later cycle has lost. */
    lost: z.number().min(0).max(1).default(0.05),
    /** Mean photons of a patch of a nucleus, of which it has five. */
    photons: z.number().positive().default(6000),
    /** Photons a pixel everywhere. */
    background: z.number().default(150),
    /** Counts. */
    read_noise: z.number().default(3),
  }),
});

/** Where the raw tiles come from. */
export const raw = z.union([folder, ome, generate]);

/** The way of the stage over the grid of tiles. */
export const scan = z
  .object({
    /** Where the first tile lies. */
    corner: z
      .enum(['upper-left', 'upper-right', 'lower-left', 'lower-right'])
      .default('upper-left'),
    /** Whether a line of tiles is a row or a column. */
    along: z.enum(['rows', 'columns']).default('rows'),
    /** Whether every second line is taken backwards. */
    order: z.enum(['snake', 'raster']).default('snake'),
  })
  .prefault({});
