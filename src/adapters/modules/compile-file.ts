import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as esbuildModule from 'esbuild';
import type { Loader, Metafile, OutputFile, Plugin } from 'esbuild';
import { assert } from '../../core/diagnostic.ts';
import type { SourceFile } from './compiled-graph.ts';
import { digestOf } from './digest.ts';
import { type ImportTargets, rewriteImports } from './rewrite-imports.ts';

/** One module, compiled by itself: its imports are left as imports. */
export interface CompiledFile {
  readonly code: string;
  /** A source map as JSON; its sources are `file:` URLs. */
  readonly map: string;
  readonly exports: readonly string[];
  /** The file itself, and the data files that were put into it. */
  readonly read: readonly SourceFile[];
  /** CommonJS, which is imported as it is instead. */
  readonly isCommonJs: boolean;
}

export type Esbuild = typeof esbuildModule;

/**
 * Compiles a TypeScript or JavaScript file for this Node. Rejects with esbuild's `BuildFailure` if
 * it does not parse, or imports what cannot be found.
 */
export async function compileFile(
  esbuild: Esbuild,
  file: string,
  targets: ImportTargets,
): Promise<CompiledFile> {
  const read: SourceFile[] = [];
  const url = pathToFileURL(file).href;
  const { outputFiles, metafile } = await esbuild.build({
    ...OPTIONS,
    mainFields: ['main'],
    conditions: [],
    entryPoints: [file],
    outdir: dirname(file),
    absWorkingDir: dirname(file),
    define: {
      'import.meta.url': JSON.stringify(url),
      'import.meta.filename': JSON.stringify(file),
      'import.meta.dirname': JSON.stringify(dirname(file)),
    },
    plugins: [readFiles(read), rewriteImports(targets)],
  });
  return { ...takeOutput({ outputFiles, metafile }, file), read };
}

/** No tsconfig is read: what is compiled depends on the files alone. */
const OPTIONS = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  sourcemap: 'external',
  treeShaking: false,
  metafile: true,
  logLevel: 'silent',
  tsconfigRaw: '{}',
} as const;

/** Reads the files ourselves, so that what was hashed is what was compiled. */
function readFiles(read: SourceFile[]): Plugin {
  return {
    name: 'dagflow-read',
    setup(build) {
      build.onLoad({ filter: /./ }, ({ path }) => {
        const contents = readFileSync(path);
        read.push({ path, digest: digestOf(contents) });
        return { contents, loader: LOADERS[extname(path)] ?? 'js', resolveDir: dirname(path) };
      });
    },
  };
}

const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.jsx': 'jsx',
  '.json': 'json',
};

function takeOutput(
  { outputFiles, metafile }: { readonly outputFiles: readonly OutputFile[]; metafile: Metafile },
  file: string,
): Omit<CompiledFile, 'read'> {
  const code = outputFiles.find(({ path }) => !path.endsWith('.map'));
  const map = outputFiles.find(({ path }) => path.endsWith('.map'));
  const [output] = Object.values(metafile.outputs).filter((it) => it.entryPoint !== undefined);
  const input = metafile.inputs[output?.entryPoint ?? ''];
  assert(code !== undefined && map !== undefined, `esbuild wrote nothing for ${file}`);
  return {
    code: code.text,
    map: withUrls(map.text, dirname(file)),
    exports: output?.exports ?? [],
    isCommonJs: input?.format === 'cjs',
  };
}

/** The sources of a map, relative to the folder as esbuild writes them, as URLs. */
function withUrls(text: string, folder: string): string {
  // What esbuild wrote a moment ago.
  const map: { readonly sources: readonly string[] } = JSON.parse(text);
  const sources = map.sources.map((source) => pathToFileURL(join(folder, source)).href);
  return JSON.stringify({ ...map, sources });
}
