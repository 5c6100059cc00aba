import type { ScriptJob } from 'dagflow';
import { openOmeTiff } from '../imaging/ome-tiff.ts';
import { focusEnergy, type Gate, type Measurement, qualityReport } from '../imaging/quality.ts';
import { writeJson } from './json-file.ts';

interface Job {
  input: { before: readonly string[]; after: readonly string[] };
  output: { report: string };
  params: { cycles: readonly number[]; gate: Gate };
}

/** Sharpness of the projection over that of the sharpest plane, by cycle and channel. */
export default async function qcEdf({ input, output, params }: ScriptJob<Job>): Promise<void> {
  const measurements: Measurement[] = [];
  for (const [i, cycle] of params.cycles.entries()) {
    const planes = await energies(input.before[i]);
    const projections = await energies(input.after[i]);
    for (const [channel, byPlane] of planes.entries()) {
      const best = Math.max(...byPlane);
      measurements.push({
        name: `cycle ${cycle}, channel ${channel + 1}`,
        value: (projections[channel]?.[0] ?? Number.NaN) / best,
        details: { sharpestPlane: byPlane.indexOf(best) + 1 },
      });
    }
  }
  const metric = 'focus energy of the projection over that of the sharpest plane';
  writeJson(
    output.report,
    qualityReport({ stage: 'edf', metric, gate: params.gate }, measurements),
  );
}

/** By channel, in it by plane. */
async function energies(path: string | undefined): Promise<readonly (readonly number[])[]> {
  if (path === undefined) return [];
  const file = await openOmeTiff(path);
  const all: number[][] = [];
  for (const channel of file.channels.keys()) {
    const byPlane: number[] = [];
    for (let z = 0; z < file.planes; z++)
      byPlane.push(focusEnergy(await file.readPlane(channel, z)));
    all.push(byPlane);
  }
  await file.close();
  return all;
}
