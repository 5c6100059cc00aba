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
    ...tables.flatMap(tableLines),
  ].join('\n');
}

function tableLines({ title, against, rows }) {
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
    `## ${title}`,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map((_, i) => (i === 0 || i === head.length - 1 ? '---' : '---:')).join('|')}|`,
    ...lines,
    '',
  ];
}
