/** The page `docs/benchmarks.md`. */
export function benchmarksText(tables, { node, cpu, peers }) {
  return [
    '# Benchmarks',
    '',
    '`npm run bench` writes this page. Whole processes, wall-clock medians; all commands of a table',
    'ran in turns in the same run, so the ratios hold where the seconds do not.',
    '',
    `Machine: ${cpu}; Node ${node}; ${peers.join('; ')}.`,
    '',
    'Jobs are chains of three (`raw/i` → `a/i` → `b/i` → `c/i`), each `true > output`. Runs happen in',
    'fresh folders: ext4 creates files many times slower where thousands were just deleted.',
    'flow keeps records, a log of each attempt and its stream of events while it runs; make keeps',
    'nothing, ninja keeps the hash of each command.',
    '',
    ...tables.flatMap((table) => tableLines(table)),
  ].join('\n');
}

const IMAGING = '## Imaging';

/** The section on imaging, which ends the page. */
export function imagingText({ tables, peers }, { node, cpu }) {
  return [
    IMAGING,
    '',
    '`npm run bench -- imaging` writes this section. The steps of [kintsugi](../workflows/kintsugi/README.md)',
    'against scipy and scikit-image, on the same 32-bit arrays in the same run, processes in turns, each on two',
    'threads: the computation alone, without start, reading and writing. CPU time, the least of all rounds,',
    'counts all threads; where other work ran beside the measurement it is what can be compared.',
    '',
    `Machine: ${cpu}; Node ${node}; ${peers}.`,
    '',
    'BaSiC in numpy is the same algorithm, with the same tolerances, written for this comparison. scikit-image pads',
    'with zeros in Richardson–Lucy, each half of the image on a thread of its own; flow and the scipy version mirror',
    'the borders, so that no dark rim comes in, and flow does so in blocks of 512 pixels. Registration finds the',
    'shift of each overlap to a hundredth of a pixel; flow also matches 12 turned tiles, to know what is chance.',
    '',
    ...tables.flatMap((table) => tableLines(table, '###')),
  ].join('\n');
}

/** The page with another section on imaging, or with another rest. */
export function joinedPage({ rest, imaging }) {
  return imaging === '' ? rest : `${rest.trimEnd()}\n\n${imaging.trimEnd()}\n`;
}

export function splitPage(page) {
  const at = page.indexOf(`${IMAGING}\n`);
  return at < 0
    ? { rest: page, imaging: '' }
    : { rest: page.slice(0, at), imaging: page.slice(at) };
}

function tableLines({ title, against, rows }, level = '##') {
  const hasJobs = rows.some((row) => row.jobsPerS !== undefined);
  const head = ['', 'median s', 'min–max s'];
  if (against !== undefined) head.push(`× ${against}`);
  if (hasJobs) head.push('jobs/s');
  head.push('');
  const lines = rows.map((row) => {
    const cells = [
      row.name,
      row.medianS.toFixed(3),
      `${row.minS.toFixed(3)}–${row.maxS.toFixed(3)}`,
    ];
    if (against !== undefined) cells.push(row.ratio?.toFixed(2) ?? '');
    if (hasJobs) cells.push(String(Math.round(row.jobsPerS)));
    cells.push(row.note);
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `${level} ${title}`,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map((_, i) => (i === 0 || i === head.length - 1 ? '---' : '---:')).join('|')}|`,
    ...lines,
    '',
  ];
}
