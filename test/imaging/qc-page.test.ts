import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Image } from '../../rules/imaging/image.ts';
import { randomFrom } from '../../rules/imaging/random.ts';
import type { StitchModel } from '../../rules/imaging/stitch-model.ts';
import { neighbourPairs, nominalPositions } from '../../rules/imaging/tile-grid.ts';
import type { Gates } from '../../rules/qc/gates.ts';
import { html } from '../../rules/qc/markup.ts';
import { figure, qcPage } from '../../rules/qc/page.ts';
import { checkCycle, cycleReport, qcReport } from '../../rules/qc/report.ts';
import { measureStitch } from '../../rules/qc/stitch-checks.ts';
import { mosaicThumbnail, seamPlot, stitchPictures } from '../../rules/qc/stitch-view.ts';
import type { CycleIllumination } from '../../rules/steps/stitch.ts';
import { CHROMIUM, openPage } from '../rigs/browser.ts';
import { temporaryFolder } from '../rigs/imaging-data.ts';
import { readHtml } from '../rigs/well-formed.ts';

const HOSTILE = `<img src="http://evil.invalid/x.png"> & "'</style><script>alert(1)</script>`;
const CYCLES = 9;
const CHANNELS = 4;
const PLANES = 15;
const GRID = { rows: 9, columns: 7, overlap: 0.3 };
const GATES: Gates<'stitch'> = {
  seam_correlation: { warn: 0.9, fail: 0.5 },
  seam_difference: { warn: 0.12, fail: 0.3 },
  isolated: { warn: 0, fail: 0 },
  flatness: { warn: 0.6, fail: 1 },
  saturated: { warn: 0.05, fail: 0.5 },
  blank: { warn: 0.1, fail: 0.5 },
};

/** A cycle of 63 tiles, of which the seventh seam is bad and the last tile loose. */
function modelOf(): StitchModel {
  const tile = { width: 400, height: 300 };
  const positions = nominalPositions(GRID, tile);
  const edges = neighbourPairs(GRID).map(({ from, to }, i) => ({
    from: from + 1,
    to: to + 1,
    shift: { x: 280, y: 0 },
    correlation: 0.98,
    evidence: 90,
    isUsed: true,
    residual: 0.05,
    placed: { correlation: i === 7 ? 0.63 : 0.98, difference: 0.04 },
  }));
  return {
    canvas: { width: 2080, height: 1980 },
    tile,
    positions: positions.map(({ x, y }, i) => ({ tile: i + 1, x, y })),
    edges,
    chance: 20,
    isolated: [63],
  };
}

function lightOf(): CycleIllumination {
  const values = Array.from({ length: 32 * 32 }, (_, i) => 0.7 + (i % 32) / 50);
  const light = {
    mean: 900,
    saturated: 0.001,
    blank: 0,
    before: { variation: 0.2, spread: 0.5 },
    after: { variation: 0.02, spread: 0.9 },
    gain: { side: 32, values, least: 0.7, most: 1.32 },
  };
  const planes = Array.from({ length: CHANNELS * PLANES }, (_, i) => ({
    channel: Math.floor(i / PLANES) + 1,
    plane: (i % PLANES) + 1,
    ...light,
  }));
  return { method: 'basic', planes };
}

/** Noise, which no PNG makes smaller. */
function noise(): Image {
  const random = randomFrom('noise');
  const [width, height] = [2080, 1980];
  const data = Float32Array.from({ length: width * height }, () => 1000 * random.uniform());
  return { width, height, data };
}

function wholeSlide(): string {
  const plane = noise();
  const [model, light] = [modelOf(), lightOf()];
  const channels = [HOSTILE, 'CD3', 'CD8', 'CD20'];
  const mosaics = channels.map((_, i) => mosaicThumbnail(plane, i === 0));
  const shown = { channels, mosaics, referenceChannel: 0, model, light, gates: GATES };
  const numbers = Array.from({ length: CYCLES }, (_, i) => i + 1);
  const reports = numbers.map((cycle) =>
    cycleReport(cycle, checkCycle('stitch', GATES, measureStitch(model, light)), {}),
  );
  const pictures = stitchPictures(shown);
  expect(seamPlot(shown)).toMatchObject({ width: 416, height: 396, samples: 3 });
  return qcPage(
    qcReport('stitch', reports),
    numbers.map((cycle) => ({ cycle, pictures })),
  );
}

describe('the page of a whole slide', () => {
  const page = wholeSlide();
  const { elements, text } = readHtml(page);
  const count = (name: string): number => elements.filter((each) => each.name === name).length;

  test('is one file of a few megabytes, with every cycle, seam and flat field', () => {
    expect(page.length).toBeLessThan(8e6);
    // 9·6 + 8·7 seams.
    expect(count('line')).toBe(CYCLES * 110);
    expect(count('rect')).toBe(CYCLES * 63);
    const loose = elements.filter(({ attributes }) => attributes.get('class') === 'tile loose');
    expect(loose).toHaveLength(CYCLES);
    // A mosaic a channel, and a strip of flat fields a channel.
    expect(count('img')).toBe(CYCLES * 2 * CHANNELS);
    expect(count('section')).toBe(CYCLES);
  });

  test('asks for nothing that is not in it', () => {
    const addresses = elements.flatMap(({ attributes }) =>
      ['src', 'href', 'srcset', 'data', 'action'].flatMap((name) => attributes.get(name) ?? []),
    );
    const kinds = new Set(
      addresses.map((address) => /^data:image\/png;base64,|^#/u.exec(address)?.[0]),
    );
    expect(kinds).toEqual(new Set(['#', 'data:image/png;base64,']));
    expect(elements.map(({ name }) => name)).not.toContain('script');
    const policies = elements.flatMap(({ name, attributes }) =>
      name === 'meta' && attributes.has('http-equiv') ? [attributes.get('content')] : [],
    );
    expect(policies).toEqual(["default-src 'none'; img-src data:; style-src 'unsafe-inline'"]);
    const css = /<style>([^<]*)<\/style>/u.exec(page)?.[1] ?? '';
    expect(css).not.toMatch(/url\(|@import/u);
    expect(css).toContain('prefers-color-scheme: dark');
    expect(css).toContain('@media print');
  });

  test('has the words of the files as text', () => {
    expect(text).toContain(`${HOSTILE}, middle plane. A line joins`);
  });

  test('says of each cycle what did not pass, the number, the gate and what to do', () => {
    expect(text).toContain(
      '! warn seam correlation is 0.63 (tiles 4 and 11); the gate is ≥ 0.9, fails beyond 0.5. Look at the seam that is named.',
    );
    expect(text).toContain(
      '✗ fail loose tiles is 1 (tile 63); the gate is ≤ 0, else it fails. Look whether the tile shows anything',
    );
    const statuses = elements.filter(({ attributes }) => attributes.get('class') === 'badge fail');
    // The page, each cycle in the table and at its heading, and the loose tile of each.
    expect(statuses).toHaveLength(1 + 3 * CYCLES);
  });

  test.skipIf(CHROMIUM === undefined)('opens in Chromium as it was written, offline', async () => {
    const path = join(temporaryFolder(), 'stitch.html');
    writeFileSync(path, page);
    const { dom, requests } = await openPage(path);
    expect(requests).toEqual([]);
    expect(dom.match(/<section id="cycle-/gu)).toHaveLength(CYCLES);
    expect(dom.match(/<line /gu)).toHaveLength(CYCLES * 110);
    expect(dom).not.toContain('<script');
  });
});

test.skipIf(CHROMIUM === undefined)(
  'a page that does ask for something would be seen',
  async () => {
    const path = join(temporaryFolder(), 'leak.html');
    writeFileSync(path, '<img src="http://leak.invalid/x.png">');
    expect((await openPage(path)).requests).toEqual(['http://leak.invalid/x.png']);
  },
);

test('what is measured on what a step did not write is said to be unmeasured', () => {
  const checks = checkCycle('stitch', GATES, measureStitch(undefined, undefined));
  const page = qcPage(qcReport('stitch', [cycleReport(3, checks, {})]), []);
  const { text } = readHtml(page);
  expect(text).toContain('Stitching – not measured');
  expect(text).toContain(
    'seam correlation was not measured. The step did not write what this is measured on.',
  );
});

test('values are escaped, markup is not, and lists are joined', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(html`<p title="${`"'&`}">${[inner, 3, undefined, 'a>b']}</p>`.markup).toBe(
    '<p title="&#34;&#39;&#38;"><b>&#60;i&#62;</b>3a&#62;b</p>',
  );
  const picture = { width: 1, height: 1, samples: 1, data: new Uint8Array(1) } as const;
  expect(figure({ picture, caption: '<x>' }).markup).toContain(
    '<figcaption>&#60;x&#62;</figcaption>',
  );
});
