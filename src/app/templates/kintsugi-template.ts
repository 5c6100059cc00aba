import type { Template } from './template.ts';

const CONFIG = `# flow -n --configfile config.yaml
# The workflow comes with flow; all keys and their defaults: workflows/kintsugi/config.ts.
workflow: kintsugi

# The folder of all results.
project: demo
device: cpu

# Made-up data whose truth is known. For your own: raw: { folder: /data/slide-7 }
raw:
  generate: { seed: 1, tile_size: 128 }
cycles: [1, 2]
channels: [1, 2]
channel_names:
  1: [DAPI, CD3]
  2: [DAPI, CD8]

tile_rows: 2
tile_cols: 2
tile_overlap: 0.3
n_zplanes: 3

# Optics: nanometres, and excitation and emission by channel.
xy_pixel_size: 377
z_step_size: 1500
numerical_aperture: 0.75
tissue_refractive_index: 1.44
wavelengths:
  1: [358, 461]
  2: [488, 525]

illumination: { method: basic, offset: 100 }
decon: { iterations: 8 }
edf: { radius: 2, sigma: 5 }
registration: { reference_cycle: 1, reference_channel: 1, model: affine, block: 64 }
qc: { cell: 64 }

resources:
  generate: { threads: 1, mem: 500 MB, time: 5 min }
  stitch: { threads: 1, mem: 500 MB, time: 5 min }
  decon: { threads: 1, mem: 500 MB, time: 5 min }
  edf: { threads: 1, mem: 500 MB, time: 5 min }
  registration: { threads: 1, mem: 500 MB, time: 5 min }
  qc: { threads: 1, mem: 500 MB, time: 5 min }
`;

export const KINTSUGI_TEMPLATE: Template = {
  name: 'kintsugi',
  files: { 'config.yaml': CONFIG },
  tryWith: 'flow -n --configfile config.yaml',
};
