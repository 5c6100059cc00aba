// Builds dist/: the program in one file, started by `flow.cjs`; what workflow files, scripts and
// worker threads load; a file for each package that few runs need; and (unless `--no-types`) the
// types that workflow files see. Dependencies with native parts, or that only steps use, stay outside.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const common = {
  // What was built before stays until this is known to be whole.
  write: false,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
};
const ours = {
  ...common,
  sourcemap: true,
  external: ['esbuild', 'geotiff'],
  // Its modules, of which only what is used gets in; the form for Node is CommonJS, which is whole.
  alias: { yaml: resolve('node_modules/yaml/browser/dist/index.js') },
};
/** Packages that few commands need, each a file of its own beside the program. */
const APART = { chokidar: 'chokidar', dagre: '@dagrejs/dagre', execa: 'execa' };
const packagesApart = {
  name: 'packages-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path }) => {
      const apart = Object.entries(APART).find(([, specifier]) => specifier === path);
      return apart === undefined ? undefined : { path: `./${apart[0]}.cjs`, external: true };
    });
  },
};
const asCommonJs = { format: 'cjs', outExtension: { '.js': '.cjs' } };

const [program, modules, packages] = await Promise.all([
  build({
    ...ours,
    ...asCommonJs,
    plugins: [packagesApart],
    entryPoints: { program: 'src/app/program.ts' },
    // The launcher gives it its own URL, under this name.
    define: { 'import.meta.url': 'programUrl' },
    // Node gives code out of V8's cache no `import()`; modules of users come through the launcher.
    supported: { 'dynamic-import': false },
  }),
  build({
    ...ours,
    entryPoints: {
      api: 'src/index.ts',
      'run-script': 'src/script/run-script.ts',
      'hash-worker': 'src/adapters/hash-worker.ts',
    },
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    metafile: true,
  }),
  build({
    ...common,
    ...asCommonJs,
    entryPoints: { ...APART, zod: 'zod', 'fast-glob': 'fast-glob' },
    minify: true,
  }),
]);
const { COMMANDS } = await importSource('src/app/options.ts');
const programText = program.outputFiles.find(({ path }) => path.endsWith('.cjs')).contents;
const launcher = await build({
  ...ours,
  ...asCommonJs,
  entryPoints: { flow: 'src/app/launch.ts' },
  define: {
    'import.meta.dirname': '__dirname',
    COMMAND_NAMES: JSON.stringify(COMMANDS.map(({ name }) => name)),
    PROGRAM: JSON.stringify(createHash('sha256').update(programText).digest('hex').slice(0, 16)),
  },
});

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
for (const { outputFiles } of [program, modules, packages, launcher]) {
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
}
writeFileSync('dist/index.mjs', publicEntry(modules.metafile.outputs['dist/api.mjs'].exports));
chmodSync('dist/flow.cjs', 0o755);
cpSync('src/script/python-runner.py', 'dist/python-runner.py');
cpSync('src/executors/dask', 'dist/dask', {
  recursive: true,
  filter: (path) => !/\.ts$|__pycache__/.test(path),
});

if (process.argv.includes('--no-types')) process.exit();
const types = spawnSync(join('node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
process.exitCode = types.status ?? 1;

async function importSource(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    write: false,
  });
  return await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** What `import … from 'dagflow'` gets: from the flow that runs, or else from a file of its own. */
function publicEntry(names) {
  return [
    `const api = await (globalThis[Symbol.for('dagflow.api')]?.() ?? import('./api.mjs'));`,
    `export const { ${names.join(', ')} } = api;`,
    '',
  ].join('\n');
}
