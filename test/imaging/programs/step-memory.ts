// A step of kintsugi in a process of its own: `step-memory STEP INPUT OUTPUT`. Prints its peak memory, MiB.
import decon from '../../../rules/steps/decon.ts';
import edf from '../../../rules/steps/edf.ts';
import { scriptJob } from '../../rigs/imaging-job.ts';

// Bundled, the program is the module in which the steps look for what their threads call.
export { deconvolveBlock } from '../../../rules/steps/decon.ts';
export { projectChannel } from '../../../rules/steps/edf.ts';

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
void run(step, image).then(() => {
  process.stdout.write(String(process.resourceUsage().maxRSS / 1024));
});
