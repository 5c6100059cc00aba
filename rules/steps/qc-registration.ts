import type { ScriptJob } from 'dagflow';
import { quantileOf } from '../imaging/image.ts';
import { openOmeTiff } from '../imaging/ome-tiff.ts';
import {
  cellCorrelations,
  type Gate,
  type Measurement,
  qualityReport,
} from '../imaging/quality.ts';
import { writeJson } from './json-file.ts';

interface Job {
  input: { image: string };
  output: { report: string };
  params: {
    cycles: readonly number[];
    referenceCycle: number;
    /** Index of the shared channel among the channels of a cycle. */
    referenceChannel: number;
    channelCount: number;
    /** Side of the cells that are compared, pixels. */
    cell: number;
    gate: Gate;
  };
}

/** Correlation of each cycle's shared channel with the reference's, cell by cell. */
export default async function qcRegistration({
  input,
  output,
  params,
}: ScriptJob<Job>): Promise<void> {
  const { cycles, referenceCycle, referenceChannel, channelCount } = params;
  const file = await openOmeTiff(input.image);
  const pageOf = (cycle: number): number => cycles.indexOf(cycle) * channelCount + referenceChannel;
  const reference = await file.readPlane(pageOf(referenceCycle), 0);
  const measurements: Measurement[] = [];
  for (const cycle of cycles.filter((other) => other !== referenceCycle)) {
    const values = cellCorrelations(reference, await file.readPlane(pageOf(cycle), 0), params.cell);
    const at = (share: number): number => Math.round(quantileOf(values, share) * 1e4) / 1e4;
    measurements.push({
      name: `cycle ${cycle}`,
      value: values.length === 0 ? null : at(0.05),
      details: {
        cells: values.length,
        ...(values.length === 0 ? {} : { lowest: at(0), quarter: at(0.25), median: at(0.5) }),
      },
    });
  }
  await file.close();
  const metric = 'correlation with the reference cycle, 5th percentile of cells';
  const stage = 'registration';
  writeJson(output.report, qualityReport({ stage, metric, gate: params.gate }, measurements));
}
