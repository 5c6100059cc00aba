import { rule } from 'dagflow';
import type { Acquisition } from './imaging/synthetic-tiles.ts';
import type { StepAmounts } from './step-amounts.ts';

export interface GenerateSettings extends StepAmounts {
  /** Folder of the raw data. */
  readonly folder: string;
  readonly channels: readonly number[];
  readonly acquisition: Acquisition;
  readonly pixelUm: number;
}

/**
 * Makes raw tiles of a scene that is known, a job a cycle, named as a microscope names them:
 * `cyc001_reg001/1_00001_Z001_CH1.tif`. Every tile is an output of its own, so that one that is
 * lost or edited is noticed.
 */
export function generate({ folder, channels, acquisition, pixelUm, ...amounts }: GenerateSettings) {
  return rule('generate', {
    output: {
      tiles: generatedTiles({ folder, channels, acquisition, cycle: '{cycle}' }),
      truth: `${folder}/truth/cyc{cycle}.json`,
    },
    constraints: { cycle: '[0-9]{3,}' },
    params: { acquisition, channels, pixelUm },
    ...amounts,
    script: 'steps/generate.ts',
  });
}

/** Paths of the tiles of a cycle: by channel, in it by plane, in it by tile. */
export function generatedTiles({
  folder,
  channels,
  acquisition,
  cycle,
}: Pick<GenerateSettings, 'folder' | 'channels' | 'acquisition'> & {
  readonly cycle: string;
}): string[] {
  const { grid, planes } = acquisition;
  return channels.flatMap((channel) =>
    Array.from({ length: planes }, (_, z) =>
      Array.from(
        { length: grid.rows * grid.columns },
        (__, tile) =>
          `${folder}/cyc${cycle}_reg001/1_${padded(tile + 1, 5)}_Z${padded(z + 1, 3)}_CH${channel}.tif`,
      ),
    ).flat(),
  );
}

function padded(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
