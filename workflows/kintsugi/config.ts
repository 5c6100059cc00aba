import { z } from 'dagflow';
import { containerRuntime, ownSteps } from './own-steps.ts';
import { raw, scan } from './raw-config.ts';

const amounts = z
  .object({
    threads: z.number().int().positive(),
    /** "4 GB" */
    mem: z.string(),
    /** "4 h" */
    time: z.string(),
  })
  .partial()
  .default({});

/** Bounds of a value of QC: beyond `warn` somebody should look, beyond `fail` it is of no use. */
const gate = (warn: number, fail: number | null) =>
  z
    .object({
      warn: z.number().default(warn),
      /** Null: it never fails. */
      fail: z.number().nullable().default(fail),
    })
    .prefault({});

/** Lengths whose unit is easily taken for µm. */
const size = z.number().min(1, 'must be at least 1, since it is in nm');
const wavelength = z.number().min(100, 'must be at least 100, since it is in nm');

const Shape = z.object({
  /** Folder of all results, relative to the working directory. */
  project: z.string(),
  raw,
  cycles: z.array(z.number().int().positive()).min(1),
  channels: z.array(z.number().int().positive()).min(1),
  /** By cycle, a name for each of its channels. */
  channel_names: z.record(z.string(), z.array(z.string())).default({}),

  /** Needed unless an OME-TIFF has stage positions, and then so many tiles must be in it. */
  tile_rows: z.number().int().positive().optional(),
  tile_cols: z.number().int().positive().optional(),
  /** Share of a tile's side that neighbours have in common. */
  tile_overlap: z.number().gt(0).lt(1).default(0.3),
  tile_scan: scan,
  /** Needed unless the raw data are OME-TIFFs, which say it themselves. */
  n_zplanes: z.number().int().positive().optional(),
  /** nm; 377, or what an OME-TIFF says. */
  xy_pixel_size: size.optional(),
  /** nm; 1500, or what an OME-TIFF says. */
  z_step_size: size.optional(),
  numerical_aperture: z.number().positive().default(0.75),
  tissue_refractive_index: z.number().positive().default(1.44),
  /** By channel: wavelengths of excitation and emission, nm; needed for deconvolution. */
  wavelengths: z.record(z.string(), z.tuple([wavelength, wavelength])).default({}),

  /** Of the registered image: an OME-TIFF, or a folder of OME-Zarr 0.5. */
  output_format: z.enum(['tiff', 'zarr']).default('tiff'),
  /** With `gpu` the jobs of stitch, decon, edf and registration take a card each. */
  device: z.enum(['cpu', 'gpu']),

  illumination: z
    .object({
      /** Fit to the tiles of a channel and plane, nothing, or measured flatfields. */
      method: z.enum(['basic', 'none', 'file']).default('basic'),
      /** What the camera counts without light. */
      offset: z.number().default(0),
      /** For `file`: the path of a flatfield, with `{channel}`. */
      file: z.string().optional(),
    })
    .prefault({}),
  stitch: z
    .object({
      /** How far a tile may lie from its nominal place against its neighbour, pixels. */
      reach: z.number().int().positive().default(20),
      /** Least correlation of an overlap to be believed, if it is also above what is chance. */
      min_correlation: z.number().default(0.1),
    })
    .prefault({}),
  decon: z
    .object({
      /** `none` leaves the step out. */
      method: z.enum(['richardson-lucy', 'none']).default('richardson-lucy'),
      iterations: z.number().int().nonnegative().default(25),
      /** Side of the parts that are worked on at once, pixels. */
      block: z.number().int().positive().default(512),
      /** Point spread: computed from the optics, or a measured stack of one bead. */
      psf: z.enum(['optics', 'file']).default('optics'),
      /** For `file`: the path of a TIFF, one plane a page, with `{channel}`. */
      psf_file: z.string().optional(),
      /** nm; where the file does not say it. */
      psf_pixel_size: size.optional(),
      /** nm; where the file does not say it. */
      psf_z_step_size: size.optional(),
    })
    .prefault({}),
  edf: z
    .object({
      /** `none` leaves the step out, where there is but one plane. */
      method: z.enum(['variance', 'none']).default('variance'),
      /** Half the side of the square whose variance is taken, pixels. */
      radius: z.number().int().positive().default(2),
      /** Sigma by which the variance is smoothed, pixels. */
      sigma: z.number().nonnegative().default(10),
    })
    .prefault({}),
  registration: z
    .object({
      reference_cycle: z.number().int().positive().default(1),
      reference_channel: z.number().int().positive().default(1),
      model: z.enum(['translation', 'rigid', 'affine']).default('affine'),
      /** Side of the blocks that are matched, pixels. */
      block: z.number().int().positive().default(128),
      /** Least correlation of the coarse search. */
      min_peak: z.number().default(0.1),
      /** Least share of blocks that agree. */
      min_inliers: z.number().default(0.5),
      /** How far a block may lie from the motion and still agree, pixels. */
      tolerance: z.number().positive().default(2),
    })
    .prefault({}),
  /** What each value means: docs/kintsugi/qc.md. */
  qc: z
    .object({
      stitch: z
        .object({
          seam_correlation: gate(0.9, 0.5),
          seam_difference: gate(0.12, 0.3),
          isolated: gate(0, 0),
          flatness: gate(0.6, 1),
          saturated: gate(0.05, 0.5),
          blank: gate(0.1, 0.5),
        })
        .prefault({}),
      decon: z
        .object({
          light: gate(0.02, 0.05),
          signal_to_noise: gate(0.5, null),
          change: gate(0.002, 0.0001),
        })
        .prefault({}),
      edf: z
        .object({
          sharpness: gate(0.9, 0.7),
          contrast: gate(1.3, null),
          from_end: gate(1, null),
          end_planes: gate(0.5, null),
        })
        .prefault({}),
      registration: z
        .object({
          correlation_p5: gate(0.7, 0.5),
          correlation_min: gate(0.5, null),
          displacement: gate(0.5, 1),
          inliers: gate(0.6, 0.5),
          coverage: gate(0.9, 0.5),
        })
        .prefault({}),
      /** Side of the cells in which registration is checked, pixels. */
      cell: z.number().int().positive().default(512),
    })
    .prefault({}),
  /** By step: what runs in the place of the shipped one, with its input, output and params. */
  steps: ownSteps,
  container_runtime: containerRuntime,
  /** By step: what a job of it takes. What is left out is meant for whole-slide data. */
  resources: z
    .object({
      generate: amounts,
      stitch: amounts,
      decon: amounts,
      edf: amounts,
      registration: amounts,
      qc: amounts,
    })
    .prefault({}),
});

/** What the shape alone cannot say: values that must agree with others. */
export const Config = Shape.superRefine((config, context) => {
  const say = (path: (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path, message });
  };
  const { cycles, channels, registration, wavelengths, illumination } = config;
  for (const [name, numbers] of Object.entries({ cycles, channels })) {
    const twice = numbers.find((number, i) => numbers.indexOf(number) !== i);
    if (twice !== undefined) say([name], `${twice} is there twice`);
  }
  if (cycles.length > 0 && !cycles.includes(registration.reference_cycle)) {
    say(['registration', 'reference_cycle'], `must be one of the cycles ${cycles.join(', ')}`);
  }
  if (channels.length > 0 && !channels.includes(registration.reference_channel)) {
    say(
      ['registration', 'reference_channel'],
      `must be one of the channels ${channels.join(', ')}`,
    );
  }
  const { decon } = config;
  if (decon.psf === 'file' && decon.psf_file === undefined) {
    say(['decon', 'psf_file'], 'the point spread `file` needs the path of a stack');
  }
  const needsOptics = decon.method !== 'none' && decon.psf === 'optics';
  for (const channel of needsOptics ? channels : []) {
    if (wavelengths[channel] === undefined) {
      say(['wavelengths'], `channel ${channel} has no wavelengths`);
    }
  }
  for (const [channel, [excitation, emission]] of Object.entries(wavelengths)) {
    if (emission <= excitation) {
      say(['wavelengths', channel], 'must be the excitation, then the emission, which is longer');
    }
  }
  if (!('ome' in config.raw)) {
    for (const key of ['tile_rows', 'tile_cols', 'n_zplanes'] as const) {
      if (config[key] === undefined) say([key], 'is needed where the raw data do not say it');
    }
  }
  if (config.edf.method === 'none' && (config.n_zplanes ?? 1) > 1) {
    say(['edf', 'method'], `\`none\` would leave out ${(config.n_zplanes ?? 1) - 1} planes`);
  }
  for (const step of ['decon', 'edf'] as const) {
    if (config[step].method === 'none' && config.steps[step] !== undefined) {
      say(['steps', step], `is left out by \`${step}.method: none\``);
    }
  }
  for (const [cycle, names] of Object.entries(config.channel_names)) {
    if (names.length !== channels.length) {
      say(['channel_names', cycle], `must name each of the ${channels.length} channels`);
    }
  }
  if (config.numerical_aperture >= config.tissue_refractive_index) {
    say(['numerical_aperture'], 'must be below the refractive index');
  }
  if (illumination.method === 'file' && illumination.file === undefined) {
    say(['illumination', 'file'], 'the method `file` needs the path of a flatfield');
  }
});

export type Config = z.infer<typeof Config>;

export type Step = keyof Config['resources'];
