import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CACHE_FORMAT, type CompiledGraph, type SourceFile } from './compiled-graph.ts';
import type { FreshGraph } from './compile-graph.ts';
import { digestOf } from './digest.ts';

/** A graph as it lies in the cache. */
export interface StoredGraph {
  readonly graph: CompiledGraph;
  /** Absolute. */
  readonly folder: string;
}

const DAY_MS = 24 * 3600 * 1000;
const KEPT_MS = 30 * DAY_MS;

/**
 * Compiled graphs on disk: `graphs/<digest>/` with the compiled files, and `entries/<digest>`, which
 * names the newest graph of a module. Both appear by a rename, so that any number of processes may
 * read and write at once. What was not used for 30 days is removed.
 */
export class GraphCache {
  readonly #folder: string;
  readonly #engine: string;

  /** `engine`: whatever the compiled files depend on beside their sources. */
  constructor(folder: string, engine: string) {
    this.#folder = join(folder, `modules-${CACHE_FORMAT}`);
    this.#engine = engine;
  }

  /** The newest graph of a module if every file of it is as it was; otherwise undefined. */
  read(entry: string): StoredGraph | undefined {
    const name = readText(this.#entryFile(entry));
    if (name === undefined) return undefined;
    const folder = join(this.#folder, 'graphs', name);
    const graph = readGraph(folder);
    if (graph === undefined || !isCurrent(graph, folder)) return undefined;
    keepUsed(join(folder, GRAPH_FILE));
    return { graph, folder };
  }

  /** Throws what Node throws if the disk refuses. */
  write(entry: string, { graph, texts }: FreshGraph): StoredGraph {
    const text = JSON.stringify(graph);
    const name = digestOf(`${this.#engine}\n${text}`);
    const folder = join(this.#folder, 'graphs', name);
    const files = new Map([...texts, [GRAPH_FILE, text]]);
    if (![...files.keys()].every((file) => existsSync(join(folder, file)))) {
      rmSync(folder, { recursive: true, force: true });
      writeFolder(join(this.#folder, 'graphs'), name, files);
    }
    const entryFile = this.#entryFile(entry);
    writeWhole(join(this.#folder, 'entries'), entryFile, name);
    removeUnused(join(this.#folder, 'graphs'));
    return { graph, folder };
  }

  #entryFile(entry: string): string {
    return join(this.#folder, 'entries', digestOf(`${this.#engine}\n${entry}`));
  }
}

const GRAPH_FILE = 'graph.json';

function readGraph(folder: string): CompiledGraph | undefined {
  const text = readText(join(folder, GRAPH_FILE));
  if (text === undefined) return undefined;
  // Written by us, whole, under a name that bears its format.
  const graph: CompiledGraph = JSON.parse(text);
  return graph;
}

function isCurrent({ sources, packages, external }: CompiledGraph, folder: string): boolean {
  return (
    sources.every(isAsRead) &&
    packages.every(isAsRead) &&
    external.every((path) => existsSync(path)) &&
    sources.every(({ compiled }) => compiled === undefined || existsSync(join(folder, compiled)))
  );
}

function isAsRead({ path, digest }: SourceFile): boolean {
  try {
    return digestOf(readFileSync(path)) === digest;
  } catch {
    return false;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function writeFolder(parent: string, name: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(parent, { recursive: true });
  const staging = mkdtempSync(join(parent, STAGING));
  try {
    for (const [file, text] of files) writeFileSync(join(staging, file), text);
    renameSync(staging, join(parent, name));
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another process was faster: its folder is the same, since the name is made of the content.
    if (!existsSync(join(parent, name, GRAPH_FILE))) throw error;
  }
}

const STAGING = '.new-';

function writeWhole(parent: string, file: string, text: string): void {
  mkdirSync(parent, { recursive: true });
  const staging = mkdtempSync(join(parent, STAGING));
  try {
    writeFileSync(join(staging, 'text'), text);
    renameSync(join(staging, 'text'), file);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Marks a graph as used, once a day. */
function keepUsed(file: string): void {
  const now = Date.now();
  try {
    if (now - statSync(file).mtimeMs > DAY_MS) utimesSync(file, now / 1000, now / 1000);
  } catch {
    // A cache that cannot be written to is still one that can be read.
  }
}

function removeUnused(graphs: string): void {
  for (const name of readdirSync(graphs)) {
    const folder = join(graphs, name);
    try {
      const used = name.startsWith(STAGING) ? folder : join(folder, GRAPH_FILE);
      if (Date.now() - statSync(used).mtimeMs > KEPT_MS) {
        rmSync(folder, { recursive: true, force: true });
      }
    } catch {
      // Being written or being removed by another process.
    }
  }
}
