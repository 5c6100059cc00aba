import type { ScriptJob } from 'dagflow';
import { type Gate, qualityReport } from '../imaging/quality.ts';
import type { StitchModel } from '../imaging/stitch-model.ts';
import { readJson, writeJson } from './json-file.ts';

interface Job {
  input: { positions: readonly string[] };
  output: { report: string };
  params: { cycles: readonly number[]; gate: Gate };
}

/** Correlation of the worst overlap of placed tiles, by cycle; tiles that hang loose fail. */
export default function qcStitch({ input, output, params }: ScriptJob<Job>): void {
  const measurements = input.positions.map((path, i) => {
    const { edges, isolated } = readJson<StitchModel>(path);
    const placed = edges.flatMap((edge) => (edge.placed === null ? [] : [edge.placed]));
    return {
      name: `cycle ${params.cycles[i] ?? '?'}`,
      value: placed.length === 0 ? null : Math.min(...placed.map(({ correlation }) => correlation)),
      isBroken: isolated.length > 0,
      details: {
        isolatedTiles: isolated,
        usedEdges: edges.filter(({ isUsed }) => isUsed).length,
        edges: edges.length,
        largestDifference: Math.max(0, ...placed.map(({ difference }) => difference)),
      },
    };
  });
  const metric = 'correlation of the worst overlap of neighbouring tiles';
  writeJson(
    output.report,
    qualityReport({ stage: 'stitch', metric, gate: params.gate }, measurements),
  );
}
