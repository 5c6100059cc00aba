// Builds dist/: the program in one bundle with lazily loaded chunks, and (unless `--no-types`) the
// types that workflow files see. Dependencies with native parts, or that only steps use, stay outside.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
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
  banner: {
    // CommonJS dependencies that were bundled ask for Node's own modules with `require`.
    js: "import { createRequire as flowCreateRequire } from 'node:module'; const require = flowCreateRequire(import.meta.url);",
  },
});
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
for (const { path, contents } of outputFiles) writeFileSync(path, contents);
chmodSync('dist/flow.mjs', 0o755);
cpSync('src/script/python-runner.py', 'dist/python-runner.py');

if (process.argv.includes('--no-types')) process.exit();
const types = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
process.exitCode = types.status ?? 1;
