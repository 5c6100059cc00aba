import type { Image } from '../imaging/image.ts';
import type { Picture } from '../imaging/png.ts';
import type { GainMap } from '../imaging/plane-light.ts';
import type { StitchEdge, StitchModel } from '../imaging/stitch-model.ts';
import type { CycleIllumination } from '../steps/stitch.ts';
import { type Gates, judge, type Status } from './gates.ts';
import { html, type Markup } from './markup.ts';
import { classOf, figure, table } from './page.ts';
import {
  type Colour,
  greyBetween,
  type Line,
  outline,
  type Thumbnail,
  thumbnailOf,
  withLines,
} from './pictures.ts';

/** What is shown of a stitched cycle. */
export interface StitchedCycle {
  readonly channels: readonly string[];
  /** The middle plane of every channel, shrunk. */
  readonly mosaics: readonly Thumbnail[];
  readonly referenceChannel: number;
  readonly model: StitchModel | undefined;
  readonly light: CycleIllumination | undefined;
  readonly gates: Gates<'stitch'>;
}

/** Longer side of the mosaic that bears the seams, and of the others. */
const [LARGE, SMALL] = [480, 180];
/** Seams that are listed; all of them are drawn, and in the JSON of the step. */
const LISTED = 10;

/** The picture of a channel: the reference channel's is large. */
export function mosaicThumbnail(plane: Image, isReference: boolean): Thumbnail {
  return thumbnailOf(plane, isReference ? LARGE : SMALL);
}

export function stitchPictures(cycle: StitchedCycle): readonly Markup[] {
  const { channels, mosaics, referenceChannel, light } = cycle;
  const others = mosaics.flatMap(({ picture }, channel) =>
    channel === referenceChannel
      ? []
      : [figure({ picture, caption: channels[channel] ?? `channel ${channel + 1}` })],
  );
  const flats = light === undefined ? [] : flatfieldFigures(light, channels);
  return [seamFigure(cycle), ...others, ...flats, worstSeams(cycle)];
}

function seamFigure({ channels, mosaics, referenceChannel, model, gates }: StitchedCycle): Markup {
  const mosaic = mosaics[referenceChannel];
  if (mosaic === undefined) return html``;
  const name = channels[referenceChannel] ?? '';
  if (model === undefined) return figure({ picture: mosaic.picture, caption: name });
  const scale = 1 / mosaic.factor;
  const middles = tileMiddles(model);
  const tiles = model.positions.map(({ tile, x, y }) => {
    const loose = model.isolated.includes(tile) ? ' loose' : '';
    return html`<rect class="tile${loose}" x="${x * scale}" y="${y * scale}" width="${model.tile.width * scale}" height="${model.tile.height * scale}"><title>tile ${tile}</title></rect>`;
  });
  const edges = model.edges.map((edge) => {
    const [a, b] = [middles.get(edge.from), middles.get(edge.to)];
    if (a === undefined || b === undefined) return html``;
    const status = classOf(seamStatus(edge, gates));
    return html`<line class="edge ${status}" x1="${a.x * scale}" y1="${a.y * scale}" x2="${b.x * scale}" y2="${b.y * scale}"><title>${seamText(edge)}</title></line>`;
  });
  const caption = `${name}, middle plane. A line joins neighbours: green where the overlap passes, yellow and red where it does not; a filled tile is loose.`;
  return figure({ picture: mosaic.picture, caption, over: html`${tiles}${edges}` });
}

function tileMiddles({ positions, tile }: StitchModel): Map<number, { x: number; y: number }> {
  return new Map(
    positions.map((each) => [
      each.tile,
      { x: each.x + tile.width / 2, y: each.y + tile.height / 2 },
    ]),
  );
}

function seamStatus({ placed }: StitchEdge, gates: Gates<'stitch'>): Status {
  if (placed === null) return 'not measured';
  const correlation = judge(placed.correlation, 'high', gates.seam_correlation);
  const difference = judge(placed.difference, 'low', gates.seam_difference);
  if (correlation === 'fail' || difference === 'fail') return 'fail';
  return correlation === 'warn' || difference === 'warn' ? 'warn' : 'pass';
}

function seamText({ from, to, placed, residual, isUsed }: StitchEdge): string {
  const seen =
    placed === null
      ? 'no overlap'
      : `correlation ${placed.correlation}, difference ${placed.difference}`;
  return `tiles ${from} and ${to}: ${seen}, residual ${residual} px${isUsed ? '' : ', not used'}`;
}

function worstSeams({ model }: StitchedCycle): Markup {
  if (model === undefined || model.edges.length === 0) return html``;
  const sorted = model.edges.toSorted(
    (a, b) => (a.placed?.correlation ?? -2) - (b.placed?.correlation ?? -2),
  );
  const rows = sorted
    .slice(0, LISTED)
    .map(({ from, to, placed, residual, isUsed }) => [
      `${from} – ${to}`,
      placed?.correlation ?? 'no overlap',
      placed?.difference ?? '',
      residual,
      isUsed ? 'yes' : 'no',
    ]);
  const head = ['tiles', 'correlation', 'difference', 'residual, px', 'used'];
  const used = model.edges.filter(({ isUsed }) => isUsed).length;
  return html`<div>${table(head, rows)}<p>The worst of ${model.edges.length} seams, of which ${used} took part in the placement.</p></div>`;
}

/** The gain of every plane of a channel, side by side, all on one scale. */
function flatfieldFigures(light: CycleIllumination, channels: readonly string[]): Markup[] {
  return channels.flatMap((name, index) => {
    const planes = light.planes.filter(({ channel }) => channel === index + 1);
    const maps = planes.flatMap(({ gain }) => (gain === null ? [] : [gain]));
    if (maps.length === 0) return [];
    const least = Math.min(...maps.map((map) => map.least));
    const most = Math.max(...maps.map((map) => map.most));
    const caption =
      `${name}: gain by plane, ${least.toFixed(2)} (black) to ${most.toFixed(2)} (white); variation of the ` +
      `dark ${rangeText(planes.map(({ before }) => before.variation))} before, ${rangeText(planes.map(({ after }) => after.variation))} after`;
    const picture = gainStrip(maps, least, most);
    return [figure({ picture, caption, width: Math.min(640, picture.width * 3) })];
  });
}

function gainStrip(maps: readonly GainMap[], least: number, most: number): Picture {
  const side = maps[0]?.side ?? 1;
  const width = side * maps.length;
  const data = new Float32Array(width * side);
  for (const [i, map] of maps.entries()) {
    for (let y = 0; y < side; y++) {
      data.set(map.values.slice(y * side, (y + 1) * side), y * width + i * side);
    }
  }
  return greyBetween({ width, height: side, data }, least, most);
}

function rangeText(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return 'unknown';
  const [low, high] = [Math.min(...known).toFixed(3), Math.max(...known).toFixed(3)];
  return low === high ? low : `${low}–${high}`;
}

const STATUS_COLOURS: Readonly<Record<Status, Colour>> = {
  pass: [74, 222, 128],
  warn: [251, 191, 36],
  fail: [248, 113, 113],
  'not measured': [156, 163, 175],
};

/** The mosaic with tiles and seams drawn on it, as a picture of its own. */
export function seamPlot({ mosaics, referenceChannel, model, gates }: StitchedCycle): Picture {
  const mosaic = mosaics[referenceChannel];
  if (mosaic === undefined) throw new Error('the reference channel is not among the channels');
  if (model === undefined) return mosaic.picture;
  const scale = 1 / mosaic.factor;
  const middles = tileMiddles(model);
  const tiles = model.positions.flatMap(({ tile, x, y }) =>
    outline(
      {
        x: x * scale,
        y: y * scale,
        width: model.tile.width * scale,
        height: model.tile.height * scale,
      },
      model.isolated.includes(tile) ? STATUS_COLOURS.fail : [120, 120, 120],
    ),
  );
  const edges = model.edges.flatMap((edge): Line[] => {
    const [a, b] = [middles.get(edge.from), middles.get(edge.to)];
    if (a === undefined || b === undefined) return [];
    const from = { x: a.x * scale, y: a.y * scale };
    const to = { x: b.x * scale, y: b.y * scale };
    return [{ from, to, colour: STATUS_COLOURS[seamStatus(edge, gates)] }];
  });
  return withLines(mosaic.picture, [...tiles, ...edges]);
}
