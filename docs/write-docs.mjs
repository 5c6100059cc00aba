// `npm run docs`: writes what is made from the program, pages and the schema of workflow files, so
// that it cannot go stale.
// `npm run docs -- --check` fails if a page differs from what would be written.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const pages = {
  'docs/command-line.md': commandLine(),
  'docs/errors.md': errors(),
  'schemas/flow.schema.json': await workflowSchema(),
};

const stale = Object.entries(pages).filter(
  ([page, text]) =>
    !existsSync(join(root, page)) || readFileSync(join(root, page), 'utf8') !== text,
);
if (!process.argv.includes('--check')) {
  for (const [page, text] of stale) {
    mkdirSync(dirname(join(root, page)), { recursive: true });
    writeFileSync(join(root, page), text);
  }
} else if (stale.length > 0) {
  console.error(`stale: ${stale.map(([page]) => page).join(', ')}; run \`npm run docs\``);
  process.exitCode = 1;
}

function commandLine() {
  const overview = flow('--help');
  const names = [...overview.matchAll(/^ {2}(?<name>[a-z]+) /gmu)].map((it) => it.groups.name);
  return [
    '# Command line',
    '',
    '`npm run docs` makes this page from the table of flags that the parser reads.',
    '',
    '```text',
    overview,
    '```',
    ...names.flatMap((name) => ['', `## flow ${name}`, '', '```text', flow(name, '--help'), '```']),
    '',
  ].join('\n');
}

function errors() {
  const { pages: explained } = JSON.parse(flow('explain', '--json'));
  return [
    '# Errors',
    '',
    'Every error and warning of flow has a code: the word in brackets, as in `error[no-rules]`. Codes',
    'are permanent. `flow explain CODE` prints what stands here; `…` is what differs from case to case.',
    'A failed run of jobs exits with 1, a mistake in command line, config or workflow with 2, trouble',
    'of the machine with 3.',
    '',
    '`npm run docs` makes this page from the table that `flow explain` reads.',
    '',
    ...byArea(explained).flatMap(([area, own]) => [`## ${area}`, '', ...own.flatMap(errorSection)]),
  ]
    .join('\n')
    .replace(/\n+$/u, '\n');
}

function errorSection({ code, titles, means, remedy, files, typed = 'flow -n' }) {
  const shown = Object.entries(files ?? {}).flatMap(([path, text]) => {
    const language = /\.(?:ts|yaml|json)$/u.exec(path)?.[0].slice(1) ?? 'text';
    return [`\`${path}\`:`, '', '```' + language, text.replace(/\n$/u, ''), '```', ''];
  });
  const example = files === undefined ? [] : [...shown, `Typed: \`${typed}\``, ''];
  return [`### ${code}`, '', `> ${titles.join('  \n> ')}`, '', means, '', remedy, '', ...example];
}

function byArea(explained) {
  const areas = new Map();
  for (const page of explained) areas.set(page.area, [...(areas.get(page.area) ?? []), page]);
  return [...areas];
}

async function workflowSchema() {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/lang/schema/workflow-schema.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const module = await import(`data:text/javascript;base64,${code}`);
  return `${JSON.stringify(module.workflowSchema(), undefined, 2)}\n`;
}

function flow(...args) {
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist/flow.cjs'), ...args],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  // The version is the package's business.
  return stdout.trimEnd().replace(/^flow \S+:/u, 'flow:');
}
