import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Makes a program of a file under `test/`, so that a test can run it as a process of its own, and
 * kill it. Answers the path of what `node` runs.
 */
export async function bundleProgram(source: URL, folder: string): Promise<string> {
  const program = `${folder}/program-${source.pathname.replace(/.*\//, '')}`;
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
