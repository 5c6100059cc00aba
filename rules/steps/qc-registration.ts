import type { ScriptJob } from 'dagflow';
import { whiten } from '../imaging/correlation.ts';
import type { Image } from '../imaging/image.ts';
import { openImage } from '../imaging/open-image.ts';
import type { Picture } from '../imaging/png.ts';
import { cellCorrelations } from '../imaging/quality.ts';
import { matchBlocks } from '../imaging/register-images.ts';
import type { Gates } from '../qc/gates.ts';
import { html, type Markup } from '../qc/markup.ts';
import { figure } from '../qc/page.ts';
import { heatPicture, overlaid, thumbnailOf, withLines } from '../qc/pictures.ts';
import {
  type Arrow,
  correlationMap,
  coverageOf,
  measureRegistration,
  type RegisteredLook,
  registrationNumbers,
  residualArrows,
} from '../qc/registration-checks.ts';
import { checkCycle, cycleReport } from '../qc/report.ts';
import { type QcOutput, type SeenCycle, writeQc } from '../qc/write-report.ts';

interface Job {
  input: { image: string };
  output: QcOutput;
  params: {
    cycles: readonly number[];
    gates: Gates<'registration'>;
    referenceCycle: number;
    /** Index of the shared channel among the channels of a cycle. */
    referenceChannel: number;
    channelCount: number;
    /** Side of the cells that are compared, and of the blocks that are matched, pixels. */
    cell: number;
    block: number;
    /** How far a block may be off and still agree, pixels. */
    tolerance: number;
  };
}

/** How each cycle lies on the reference, measured anew on the registered image. */
export default async function qcRegistration(job: ScriptJob<Job>): Promise<void> {
  const { input, output, params } = job;
  const { cycles, referenceCycle, referenceChannel, channelCount, gates } = params;
  const file = await openImage(input.image);
  const pageOf = (cycle: number): number => cycles.indexOf(cycle) * channelCount + referenceChannel;
  const reference = await file.readPlane(pageOf(referenceCycle), 0);
  const whitened = whiten(reference);
  const seen: SeenCycle[] = [];
  for (const cycle of cycles.filter((other) => other !== referenceCycle)) {
    const moved = await file.readPlane(pageOf(cycle), 0);
    const look: RegisteredLook = {
      cells: cellCorrelations(reference, moved, params.cell),
      blocks: matchBlocks(whitened, whiten(moved), params.block),
      tolerance: params.tolerance,
      coverage: coverageOf(reference, moved),
    };
    const shown = show(reference, moved, look);
    const checks = checkCycle('registration', gates, measureRegistration(look));
    seen.push({
      report: cycleReport(cycle, checks, registrationNumbers(look)),
      view: { cycle, pictures: shown.pictures },
      plot: shown.plot,
    });
  }
  await file.close();
  writeQc('registration', output, seen);
}

/** Longer side of the picture of the mosaic, pixels. */
const SIDE = 480;
/** Length of the arrow of a displacement of one pixel, pixels of the picture. */
const ARROW = 24;

function show(
  reference: Image,
  moved: Image,
  look: RegisteredLook,
): { readonly pictures: readonly Markup[]; readonly plot: Picture } {
  const fixed = thumbnailOf(reference, SIDE);
  const overlay = overlaid(fixed.picture, thumbnailOf(moved, SIDE).picture);
  const arrows = residualArrows(look).map(({ from, move }): Arrow => {
    const start = { x: from.x / fixed.factor, y: from.y / fixed.factor };
    return { from: start, move: { x: ARROW * move.x, y: ARROW * move.y } };
  });
  const map = heatPicture(correlationMap(reference, look.cells), 0, 1);
  const caption = `the reference in magenta, this cycle in green, white where they agree; an arrow as long as ${ARROW} pixels of the picture is a displacement of 1 pixel`;
  const cells = `correlation by cell: dark 0, yellow 1, grey without data`;
  return {
    pictures: [
      figure({ picture: overlay, caption, over: html`${arrows.map(arrowMarkup)}` }),
      figure({ picture: map, caption: cells, width: 240 }),
    ],
    plot: withLines(
      overlay,
      arrows.map(({ from, move }) => ({ from, to: endOf({ from, move }), colour: YELLOW })),
    ),
  };
}

const YELLOW = [250, 204, 21] as const;

function endOf({ from, move }: Arrow): Arrow['from'] {
  return { x: from.x + move.x, y: from.y + move.y };
}

/** A line with a dot where it begins. */
function arrowMarkup({ from, move }: Arrow): Markup {
  const to = endOf({ from, move });
  return html`<circle cx="${at(from.x)}" cy="${at(from.y)}" r="1.5" fill="#facc15"/><line x1="${at(from.x)}" y1="${at(from.y)}" x2="${at(to.x)}" y2="${at(to.y)}" stroke="#facc15" stroke-width="1.5"><title>${(move.x / ARROW).toFixed(2)}, ${(move.y / ARROW).toFixed(2)} px</title></line>`;
}

function at(value: number): string {
  return value.toFixed(1);
}
