// Builds dist/: the program in one bundle with lazily loaded chunks, a file for each package that
// few runs need, and (unless `--no-types`) the types that workflow files see. Dependencies with
// native parts, or that only steps use, stay outside.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from 'esbuild';

const { outputFiles } = await build({
  // What was built before stays until this is known to be whole.
  write: false,
  entryPoints: {
    flow: 'src/app/bin.ts',
    index: 'src/index.ts',
    'run-script': 'src/script/run-script.ts',
    'hash-worker': 'src/adapters/hash-worker.ts',
  },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  minifySyntax: true,
  external: ['esbuild', 'geotiff'],
  // Its modules, of which only what is used gets in; the form for Node is CommonJS, which is whole.
  alias: { yaml: resolve('node_modules/yaml/browser/dist/index.js') },
});
const packages = await build({
  write: false,
  entryPoints: { zod: 'zod', 'fast-glob': 'fast-glob' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minify: true,
});
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
for (const { path, contents } of [...outputFiles, ...packages.outputFiles]) {
  writeFileSync(path, contents);
}
chmodSync('dist/flow.mjs', 0o755);
cpSync('src/script/python-runner.py', 'dist/python-runner.py');

if (process.argv.includes('--no-types')) process.exit();
const types = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
process.exitCode = types.status ?? 1;
