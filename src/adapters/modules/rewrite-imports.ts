import { isBuiltin } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';

/** Where the imports of a compiled module lead. */
export interface ImportTargets {
  /** URL of the running engine: `dagflow`. */
  readonly engineUrl: string;
  /** The specifier by which a sibling imports the compiled form of a source file. */
  readonly source: (path: string) => string;
  /** Told of every module that is imported as it is. */
  readonly external: (path: string) => void;
}

/** Turns every import into one that holds in the cache folder: siblings, or absolute URLs. */
export function rewriteImports(targets: ImportTargets): Plugin {
  return {
    name: 'dagflow-imports',
    setup(build) {
      build.onResolve({ filter: /./ }, async (found) => await rewrite(build, found, targets));
    },
  };
}

/** Says that the question is ours, so that it does not come back to us. */
const ASKED_BY_US = 'dagflow';

const COMPILED = new Set(['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx']);
const TYPESCRIPT = new Set(['.ts', '.mts', '.cts', '.tsx']);

async function rewrite(
  build: PluginBuild,
  { kind, path, importer, resolveDir, pluginData }: OnResolveArgs,
  targets: ImportTargets,
): Promise<OnResolveResult | undefined> {
  if (kind === 'entry-point' || pluginData === ASKED_BY_US) return undefined;
  if (path === 'dagflow') return { path: targets.engineUrl, external: true };
  // A file that calls `require` is CommonJS, and is imported as it is.
  if (isBuiltin(path) || kind === 'require-call' || kind === 'require-resolve') {
    return { path, external: true };
  }
  const wanted = path.startsWith('file:') ? fileURLToPath(path) : path;
  const found = await build.resolve(wanted, {
    kind,
    importer,
    resolveDir,
    pluginData: ASKED_BY_US,
  });
  // Left unresolved, so that the compiler says so, with the place.
  if (found.errors.length > 0 || found.namespace !== 'file') return undefined;
  const extension = extname(found.path);
  if (extension === '.json') return { path: found.path };
  const isInstalled = found.path.includes('/node_modules/') && !TYPESCRIPT.has(extension);
  if (COMPILED.has(extension) && !isInstalled) {
    return { path: targets.source(found.path), external: true };
  }
  targets.external(found.path);
  return { path: pathToFileURL(found.path).href, external: true };
}
