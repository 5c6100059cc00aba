import { encodePng, type Picture } from '../imaging/png.ts';
import { type CheckKind, CHECKS, type Stage, type Status } from './gates.ts';
import { html, type Markup } from './markup.ts';
import type { Check, CycleReport, QcReport } from './report.ts';

/** What stands below the checks of a cycle. */
export interface CycleView {
  readonly cycle: number;
  readonly pictures: readonly Markup[];
}

const TITLES: Readonly<Record<Stage, string>> = {
  stitch: 'Stitching',
  decon: 'Deconvolution',
  edf: 'Depth of focus',
  registration: 'Registration',
};

/**
 * One HTML file of a stage: a table of all cycles and checks, and each cycle with what did not pass,
 * what to do about it, and pictures. It holds its pictures itself and asks for nothing, by script or
 * network; what comes from files is text in it.
 */
export function qcPage(report: QcReport, views: readonly CycleView[]): string {
  const title = `${TITLES[report.stage]}: ${report.status}`;
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<h1>${TITLES[report.stage]} ${badge(report.status)}</h1>
${overview(report)}
${report.cycles.map((cycle) => section(report.stage, cycle, views))}
</body>
</html>
`;
  return `<!doctype html>\n${page.markup}`;
}

/** Words and a sign, since colour alone says nothing to some, and on paper. */
function badge(status: Status): Markup {
  return html`<span class="badge ${classOf(status)}">${SIGNS[status]} ${status}</span>`;
}

const SIGNS: Readonly<Record<Status, string>> = {
  pass: '✓',
  warn: '!',
  fail: '✗',
  'not measured': '–',
};

export function classOf(status: Status): string {
  return status === 'not measured' ? 'unmeasured' : status;
}

function kindsOf(stage: Stage): readonly (readonly [string, CheckKind])[] {
  return Object.entries(CHECKS[stage]);
}

function overview({ stage, cycles }: QcReport): Markup {
  const shown = kindsOf(stage).filter(([name]) =>
    cycles.some(({ checks }) => checks.some((check) => check.name === name)),
  );
  return html`<table class="overview">
<thead><tr><th>cycle</th><th>status</th>${shown.map(([, kind]) => html`<th>${kind.title}</th>`)}</tr></thead>
<tbody>
${cycles.map(
  ({ cycle, status, checks }) =>
    html`<tr><th><a href="#cycle-${cycle}">${cycle}</a></th><td>${badge(status)}</td>${shown.map(([name]) => cell(checks.find((check) => check.name === name)))}</tr>
`,
)}</tbody>
<tfoot><tr><th>gate</th><td></td>${shown.map(([name, kind]) => html`<td>${gateText(gateOf(cycles, name), kind.better)}</td>`)}</tr></tfoot>
</table>
<dl>${shown.map(([, kind]) => html`<dt>${kind.title}</dt><dd>${prose(kind.meaning)}</dd>`)}</dl>`;
}

function cell(check: Check | undefined): Markup {
  if (check === undefined) return html`<td></td>`;
  return html`<td class="${classOf(check.status)}">${SIGNS[check.status]} ${valueText(check)}</td>`;
}

function gateOf(cycles: readonly CycleReport[], name: string): Check['gate'] | undefined {
  return cycles.flatMap(({ checks }) => checks).find((check) => check.name === name)?.gate;
}

function valueText({ value }: Check): string {
  return value === null ? '' : String(Number(value.toPrecision(3)));
}

function gateText(gate: Check['gate'] | undefined, better: 'high' | 'low'): string {
  if (gate === undefined) return '';
  const sign = better === 'high' ? '≥' : '≤';
  if (gate.fail === gate.warn) return `${sign} ${gate.warn}, else it fails`;
  const fail = gate.fail === null ? '' : `, fails beyond ${gate.fail}`;
  return `${sign} ${gate.warn}${fail}`;
}

function section(
  stage: Stage,
  { cycle, status, checks }: CycleReport,
  views: readonly CycleView[],
) {
  const kinds = new Map(kindsOf(stage));
  const open = checks.filter((check) => check.status !== 'pass');
  return html`<section id="cycle-${cycle}">
<h2>Cycle ${cycle} ${badge(status)}</h2>
${open.length === 0 ? '' : html`<ul>${open.map((check) => finding(check, kinds.get(check.name)))}</ul>`}
<div class="pictures">${views.find((view) => view.cycle === cycle)?.pictures ?? []}</div>
</section>
`;
}

/** A sentence with the number, the gate and what to do. */
function finding(check: Check, kind: CheckKind | undefined): Markup {
  const { status, where, gate } = check;
  const title = kind?.title ?? check.name;
  const better = kind?.better ?? 'high';
  const value = valueText(check);
  const number = value === '' ? 'no value' : value;
  const of = where === undefined ? '' : ` (${where})`;
  const said =
    status === 'not measured'
      ? html`<strong>${title}</strong> was not measured.`
      : html`<strong>${title}</strong> is ${number}${of}; the gate is ${gateText(gate, better)}.`;
  return html`<li class="${classOf(status)}">${badge(status)} ${said} ${prose(check.advice ?? '')}</li>`;
}

/** A text in which what stands between backticks is code. */
function prose(text: string): readonly Markup[] {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** A picture with what it shows; `over` is SVG in its pixels. */
export function figure({
  picture,
  caption,
  over,
  width = picture.width,
}: {
  readonly picture: Picture;
  readonly caption: string;
  readonly over?: Markup;
  /** As shown, CSS pixels. */
  readonly width?: number;
}): Markup {
  const source = `data:image/png;base64,${encodePng(picture).toString('base64')}`;
  const layer =
    over === undefined
      ? ''
      : html`<svg viewBox="0 0 ${picture.width} ${picture.height}">${over}</svg>`;
  return html`<figure style="width:${width}px"><div><img src="${source}" alt="${caption}" width="${width}">${layer}</div><figcaption>${caption}</figcaption></figure>
`;
}

/** Pictures that stay side by side where the page has room for them. */
export function together(figures: readonly Markup[]): Markup {
  return html`<div class="pictures">${figures}</div>
`;
}

/** A table of numbers below the pictures. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Markup {
  return html`<table><thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>
${rows.map((row) => html`<tr>${row.map((value) => html`<td>${value}</td>`)}</tr>\n`)}</tbody></table>
`;
}

const STYLE = `
:root { color-scheme: light dark; --text: #1b1e23; --back: #fff; --line: #c9ced6; --soft: #5a6270;
  --pass: #1c7a3d; --warn: #8f5b00; --fail: #b3261e; --unmeasured: #5a6270; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e7ec; --back: #15181d; --line: #3b424d;
  --soft: #a0a8b5; --pass: #62cf87; --warn: #f0b64a; --fail: #ff8a80; --unmeasured: #a0a8b5; } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--back);
  margin: 1.5rem auto; max-width: 76rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .8rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th, td { padding: .15rem .7rem .15rem 0; text-align: left; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th, tfoot { color: var(--soft); font-size: .85rem; }
a { color: inherit; }
.badge { font-size: .85rem; font-weight: 600; border: 1px solid; border-radius: .3rem; padding: 0 .4rem; white-space: nowrap; }
.pass { color: var(--pass); } .warn { color: var(--warn); } .fail { color: var(--fail); } .unmeasured { color: var(--unmeasured); }
li { color: var(--text); margin: .2rem 0; } li.pass, li.warn, li.fail, li.unmeasured { color: var(--text); }
li .badge { color: var(--unmeasured); } li.warn .badge { color: var(--warn); } li.fail .badge { color: var(--fail); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; color: var(--soft); font-size: .85rem; }
dd { margin: 0; }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
figure { margin: 0; max-width: 100%; } figure div { position: relative; line-height: 0; }
figure img { max-width: 100%; image-rendering: pixelated; } figure svg { position: absolute; inset: 0; width: 100%; height: 100%; }
figcaption { font-size: .8rem; color: var(--soft); }
svg .edge { stroke-width: 2; vector-effect: non-scaling-stroke; } svg .tile { fill: none; stroke: #ffffff80; vector-effect: non-scaling-stroke; }
svg .pass { stroke: #4ade80; } svg .warn { stroke: #fbbf24; } svg .fail { stroke: #f87171; } svg .unmeasured { stroke: #9ca3af; }
svg .loose { fill: #f8717160; stroke: #f87171; } svg .bar { fill: var(--soft); stroke: none; }
@media print { :root { --text: #000; --back: #fff; --line: #999; --soft: #333; --pass: #1c7a3d; --warn: #8f5b00; --fail: #b3261e; --unmeasured: #333; }
  section { break-inside: avoid-page; } body { max-width: none; margin: 0; } }
`;
