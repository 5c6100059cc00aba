import { html, type Markup } from './markup.ts';

/** Height of the chart and width of a bar, pixels. */
const [HEIGHT, BAR] = [90, 14];

/** Values ≥ 0 as bars, each with its number and value as a hint. */
export function barChart(values: readonly number[], caption: string): Markup {
  const top = Math.max(...values, Number.MIN_VALUE);
  const bars = values.map((value, i) => {
    const height = Math.max(0.5, (HEIGHT * value) / top);
    return html`<rect class="bar" x="${i * BAR + 1}" y="${HEIGHT - height}" width="${BAR - 2}" height="${height}"><title>${i + 1}: ${Number(value.toPrecision(3))}</title></rect>`;
  });
  const width = values.length * BAR;
  return html`<figure style="width:${Math.max(width, 110)}px"><div style="height:${HEIGHT}px;width:${width}px"><svg viewBox="0 0 ${width} ${HEIGHT}">${bars}</svg></div><figcaption>${caption}, 1 to ${values.length}</figcaption></figure>
`;
}
