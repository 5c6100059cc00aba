import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { notAnEsModule } from '../../core/catalogue/module.ts';
import { type Diagnostic, FlowError } from '../../core/diagnostic.ts';
import { compileError } from './compile-error.ts';
import { compileFile, type CompiledFile, type Esbuild } from './compile-file.ts';
import type { CompiledGraph, SourceFile } from './compiled-graph.ts';
import { digestOf } from './digest.ts';
import type { ImportTargets } from './rewrite-imports.ts';

/** A graph with what is to be written of it: texts by the name of the file. */
export interface FreshGraph {
  readonly graph: CompiledGraph;
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Compiles a module and all that it imports, one by one. Throws a `FlowError` with what is wrong in
 * the first round of imports in which something is.
 */
export async function compileGraph(entry: string, engineUrl: string): Promise<FreshGraph> {
  const esbuild = await startCompiler(entry);
  try {
    return await compileRounds(esbuild, entry, engineUrl);
  } finally {
    await stopCompiler(esbuild);
  }
}

/** Graphs that are being compiled: the compiler is a process of its own, ended when it is idle. */
let compiling = 0;

async function startCompiler(entry: string): Promise<Esbuild> {
  try {
    const esbuild = await import('esbuild');
    compiling += 1;
    return esbuild;
  } catch (error) {
    throw compileError(error, entry);
  }
}

async function stopCompiler(esbuild: Esbuild): Promise<void> {
  compiling -= 1;
  if (compiling === 0) await esbuild.stop();
}

async function compileRounds(
  esbuild: Esbuild,
  entry: string,
  engineUrl: string,
): Promise<FreshGraph> {
  const known = new Set([entry]);
  const external = new Set<string>();
  const compiled: Compiled[] = [];
  let round = [entry];
  while (round.length > 0) {
    const next: string[] = [];
    const targets = {
      engineUrl,
      source: (path: string): string => {
        if (!known.has(path)) next.push(path);
        known.add(path);
        return `./${compiledName(path)}`;
      },
      external: (path: string): unknown => external.add(path),
    };
    compiled.push(...(await compileRound(esbuild, round, targets)));
    round = next;
  }
  if (compiled[0]?.isCommonJs === true) {
    throw new FlowError(notAnEsModule({ file: entry, line: 1, column: 1, length: 1 }));
  }
  return {
    graph: describe(entry, compiled, external),
    texts: new Map(compiled.flatMap(textsOf)),
  };
}

type Compiled = CompiledFile & { readonly path: string };

async function compileRound(
  esbuild: Esbuild,
  paths: readonly string[],
  targets: ImportTargets,
): Promise<Compiled[]> {
  const compiled: Compiled[] = [];
  const failures: FlowError[] = [];
  await Promise.all(
    paths.map(async (path) => {
      try {
        compiled.push({ path, ...(await compileFile(esbuild, path, targets)) });
      } catch (error) {
        failures.push(compileError(error, path));
      }
    }),
  );
  const found = failures.flatMap((it) => it.diagnostics);
  if (found.length > 0) throw new FlowError(found.toSorted(byPlace));
  return compiled;
}

/** The same at every time, so that a graph is the same however its files were come upon. */
function compiledName(path: string): string {
  return `${basename(path)}-${digestOf(path).slice(0, 12)}.mjs`;
}

function textsOf({ path, code, map, isCommonJs }: Compiled): [name: string, text: string][] {
  const name = compiledName(path);
  if (isCommonJs) {
    const url = JSON.stringify(pathToFileURL(path).href);
    return [[name, `export * from ${url};\nexport { default } from ${url};\n`]];
  }
  return [
    [name, `${code}//# sourceMappingURL=${name}.map\n`],
    [`${name}.map`, map],
  ];
}

function describe(
  entry: string,
  compiled: readonly Compiled[],
  external: ReadonlySet<string>,
): CompiledGraph {
  const sources = new Map<string, SourceFile>();
  for (const { path, read, exports } of compiled) {
    for (const file of read) {
      const own = file.path === path ? { compiled: compiledName(path), exports } : {};
      if (!sources.has(file.path) || file.path === path)
        sources.set(file.path, { ...file, ...own });
    }
  }
  const others = [...sources.values()].filter(({ path }) => path !== entry).toSorted(byPath);
  const packages = new Set([...external].map(packageFile).filter((it) => it !== undefined));
  return {
    sources: [...[sources.get(entry)].filter((it) => it !== undefined), ...others],
    packages: [...packages].toSorted().map((path) => ({
      path,
      digest: digestOf(readFileSync(path)),
    })),
    external: [...external].toSorted(),
  };
}

/** The compiler answers in any order. */
function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [first, second] = [a.spans[0]?.span, b.spans[0]?.span];
  if (first === undefined || second === undefined) return 0;
  return first.file === second.file ? first.line - second.line : first.file < second.file ? -1 : 1;
}

function byPath(a: SourceFile, b: SourceFile): number {
  return a.path < b.path ? -1 : 1;
}

/** The `package.json` of the package that a module belongs to. */
function packageFile(path: string): string | undefined {
  const root = path.slice(0, path.lastIndexOf('/node_modules/') + 1);
  for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && hasName(file)) return file;
  }
  return undefined;
}

/** Packages may have more of these files in folders within, only to say `"type"`. */
function hasName(file: string): boolean {
  return /"name"\s*:/.test(readFileSync(file, 'utf8'));
}
