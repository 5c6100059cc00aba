import { createHash } from 'node:crypto';
import { dirname, relative } from 'node:path';
import type { CompiledGraph } from './compiled-graph.ts';

/** sha256 in hex. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The code fingerprint of a module: `CompiledModule.digest`. */
export function codeDigest({ sources, packages }: CompiledGraph): string {
  const [entry] = sources;
  const folder = dirname(entry?.path ?? '');
  const lines = sources.map(({ path, digest }) => `${relative(folder, path)} ${digest}`);
  // A package is known by what its package.json says, wherever it is installed.
  const installed = packages.map(({ digest }) => `package ${digest}`);
  return digestOf([...lines.toSorted(), ...installed.toSorted()].join('\n'));
}
