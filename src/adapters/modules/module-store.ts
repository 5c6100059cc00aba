import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FindAuthorPlace } from '../../core/author-places.ts';
import { unreadableModule } from '../../core/catalogue/module.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { cacheFolders, makeCacheFolder } from './cache-folder.ts';
import type { CompiledModule } from './compiled-graph.ts';
import { codeDigest } from './digest.ts';
import { GraphCache, type StoredGraph } from './graph-cache.ts';
import { type ImportModule, loadError } from './load-error.ts';
import { SourcePositions } from './source-positions.ts';

export interface ModuleStoreOptions {
  /** What `import … from 'dagflow'` leads to: the `file:` URL of the running engine's entry. */
  readonly engineUrl: string;
  /** Compiled files of another version are not used. */
  readonly engineVersion: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly importModule: ImportModule;
}

/**
 * Compiles and loads TypeScript and JavaScript files of workflows, wherever they lie.
 *
 * Each file is compiled by itself into a cache outside of the project, with a source map beside
 * it. When nothing has changed since, the compiler is not even loaded. All that is wrong with the
 * author's files is thrown as a `FlowError`.
 */
export class ModuleStore {
  readonly #options: ModuleStoreOptions;
  readonly #positions = new SourcePositions();
  /** By the author's file, so that no file is compiled twice at once. */
  readonly #pending = new Map<string, Promise<StoredGraph>>();
  #cache: GraphCache | undefined;

  constructor(options: ModuleStoreOptions) {
    this.#options = options;
  }

  /** The compiled form of a module as it is now, for another process to import. */
  async compile(file: string): Promise<CompiledModule> {
    const path = realPath(file);
    const { graph, folder } = await this.#graph(path);
    return {
      file: path,
      compiledFile: join(folder, graph.sources[0]?.compiled ?? ''),
      files: graph.sources.map((source) => source.path),
      digest: codeDigest(graph),
    };
  }

  /** Imports a module, and answers what it exports. */
  async load(file: string): Promise<Readonly<Record<string, unknown>>> {
    const path = realPath(file);
    const { graph, folder } = await this.#graph(path);
    const url = pathToFileURL(join(folder, graph.sources[0]?.compiled ?? '')).href;
    try {
      return await this.#options.importModule(url);
    } catch (error) {
      throw await loadError(error, { ...this.#options, file: path, graph, find: this.find });
    }
  }

  /** Where the author wrote what stands at a place of a compiled file. */
  readonly find: FindAuthorPlace = (place) => this.#positions.find(place);

  async #graph(path: string): Promise<StoredGraph> {
    const known = this.#pending.get(path);
    if (known !== undefined) return await known;
    const graph = this.#readOrCompile(path).finally(() => this.#pending.delete(path));
    this.#pending.set(path, graph);
    return await graph;
  }

  async #readOrCompile(path: string): Promise<StoredGraph> {
    const cache = (this.#cache ??= this.#openCache(0));
    const stored = cache.read(path);
    if (stored !== undefined) return stored;
    const { engineUrl } = this.#options;
    // The compiler and what surrounds it are loaded only when something has to be compiled.
    const { compileGraph } = await import('./compile-graph.ts');
    const fresh = await compileGraph(path, engineUrl);
    try {
      return cache.write(path, fresh);
    } catch {
      // Full, or not ours to write after all: the run need not fail for it.
      this.#cache = this.#openCache(1);
      return this.#cache.write(path, fresh);
    }
  }

  /** `skipped`: how many of the usual folders were found to be of no use. */
  #openCache(skipped: number): GraphCache {
    const { environment, engineUrl, engineVersion } = this.#options;
    const folder = makeCacheFolder(cacheFolders(environment).slice(skipped));
    return new GraphCache(folder, `${engineVersion}\n${engineUrl}`);
  }
}

/** As Node does with modules: a linked file is the file itself, and imports from where it lies. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const why = code === 'ENOENT' ? 'there is no such file' : code;
    throw new FlowError(unreadableModule(file, why), { cause: error });
  }
}
