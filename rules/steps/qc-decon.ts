import type { ScriptJob } from 'dagflow';
import { sumOf } from '../imaging/image.ts';
import { openOmeTiff } from '../imaging/ome-tiff.ts';
import { type Gate, type Measurement, qualityReport } from '../imaging/quality.ts';
import { writeJson } from './json-file.ts';

interface Job {
  input: { before: readonly string[]; after: readonly string[] };
  output: { report: string };
  params: { cycles: readonly number[]; gate: Gate };
}

/** How far the total light of a channel has changed, by cycle and channel. */
export default async function qcDecon({ input, output, params }: ScriptJob<Job>): Promise<void> {
  const measurements: Measurement[] = [];
  for (const [i, cycle] of params.cycles.entries()) {
    const before = await fluxes(input.before[i]);
    const after = await fluxes(input.after[i]);
    for (const [channel, flux] of before.entries()) {
      const ratio = (after[channel] ?? Number.NaN) / flux;
      measurements.push({
        name: `cycle ${cycle}, channel ${channel + 1}`,
        value: Math.abs(ratio - 1),
        details: { ratio: Math.round(ratio * 1e5) / 1e5 },
      });
    }
  }
  const metric = 'relative change of the total light';
  writeJson(
    output.report,
    qualityReport({ stage: 'decon', metric, gate: params.gate }, measurements),
  );
}

async function fluxes(path: string | undefined): Promise<readonly number[]> {
  if (path === undefined) return [];
  const file = await openOmeTiff(path);
  const sums: number[] = [];
  for (const channel of file.channels.keys()) {
    let sum = 0;
    for (let z = 0; z < file.planes; z++) sum += sumOf((await file.readPlane(channel, z)).data);
    sums.push(sum);
  }
  await file.close();
  return sums;
}
