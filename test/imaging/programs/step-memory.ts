// A step of kintsugi in a process of its own: `step-memory STEP INPUT OUTPUT`. Prints its peak memory, MiB.
import decon from '../../../rules/steps/decon.ts';
import edf from '../../../rules/steps/edf.ts';
import stitch from '../../../rules/steps/stitch.ts';
import { scriptJob } from '../../rigs/imaging-job.ts';

// Bundled, the program is the module in which the steps look for what their threads call.
export { deconvolveBlock } from '../../../rules/steps/decon.ts';
export { projectChannel } from '../../../rules/steps/edf.ts';
export { chanceOf, matchPair, whitenTile } from '../../../rules/imaging/match-neighbours.ts';
export { blendPlane } from '../../../rules/steps/stitch.ts';

/** `input` is the raw tile of all places, channels and planes: `TILE,CHANNELS,PLANES`. */
async function runStitch(input: string, output: string): Promise<void> {
  const [tile = '', channels, planes] = input.split(',');
  const grid = { rows: 3, columns: 3, overlap: 0.2, scan: SCAN };
  const channelNames = Array.from({ length: Number(channels) }, (_, i) => `CH${i + 1}`);
  const params = {
    grid,
    channelNames,
    planes: Number(planes),
    pixelUm: 0.377,
    planeUm: 1.5,
    referenceChannel: 0,
    illumination: { method: 'basic', offset: 100 },
    match: { reach: 20, minCorrelation: 0.1 },
  };
  const tiles = Array.from({ length: 9 * Number(channels) * Number(planes) }, () => tile);
  const [positions, illumination] = [`${output}.json`, `${output}-illumination.json`];
  await stitch(
    scriptJob({
      input: { tiles, flatfields: [] },
      output: { image: output, positions, illumination },
      params,
      wildcards: { cycle: '1' },
    }),
  );
}

const SCAN = { corner: 'upper-left', along: 'rows', order: 'snake' };

async function run(step: string, image: object): Promise<void> {
  const wildcards = { cycle: '1' };
  if (step === 'edf') {
    await edf(scriptJob({ ...image, params: { radius: 2, sigma: 3 }, wildcards }));
    return;
  }
  const optics = { numericalAperture: 0.75, refractiveIndex: 1.44 };
  const emissionNm = Array.from({ length: 10 }, () => 500);
  const params = { optics, emissionNm, psfVoxel: {}, iterations: 0, block: 256 };
  await decon(scriptJob({ ...image, params, wildcards }));
}

const [step = '', input = '', output = ''] = process.argv.slice(2);
const image = {
  input: { image: input, psfs: [] },
  output: { image: output, depth: `${output}.depth.tif` },
};
void (step === 'stitch' ? runStitch(input, output) : run(step, image)).then(() => {
  process.stdout.write(String(process.resourceUsage().maxRSS / 1024));
});
