import { writeFileSync } from 'node:fs';
import { encodePng, type Picture } from '../imaging/png.ts';
import { writeJson } from '../steps/json-file.ts';
import type { Stage } from './gates.ts';
import { type CycleView, qcPage } from './page.ts';
import { type CycleReport, qcReport } from './report.ts';

/** The files that a QC rule makes: one plot a cycle. */
export type QcOutput = {
  readonly report: string;
  readonly page: string;
  readonly plots: readonly string[];
};

/** A cycle as it is reported: in numbers, on the page, and as a picture of its own. */
export interface SeenCycle {
  readonly report: CycleReport;
  readonly view: CycleView;
  readonly plot: Picture;
}

export function writeQc(stage: Stage, output: QcOutput, cycles: readonly SeenCycle[]): void {
  const report = qcReport(
    stage,
    cycles.map((cycle) => cycle.report),
  );
  writeJson(output.report, report);
  const views = cycles.map(({ view }) => view);
  writeFileSync(output.page, qcPage(report, views));
  for (const [i, { plot }] of cycles.entries()) {
    const path = output.plots[i];
    if (path === undefined) throw new Error(`${output.plots.length} plots for more cycles`);
    writeFileSync(path, encodePng(plot));
  }
}
