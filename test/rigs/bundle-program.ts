import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Makes a program of a source file, so that a test can run it as a process of its own, and
 * kill it. Answers the path of what `node` runs.
 */
export async function bundleProgram(source: URL, folder: string): Promise<string> {
  const program = `${folder}/${parse(source.pathname).name}.mjs`;
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  return program;
}
