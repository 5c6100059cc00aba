import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AuthorPlace, CodePlace } from '../../core/author-places.ts';
import { CACHE_FORMAT } from './compiled-graph.ts';

/** Finds the author's place for one in a compiled file, by the map that lies beside it. */
export class SourcePositions {
  readonly #maps = new Map<string, SourceMap | undefined>();

  /** Undefined if it is no place of ours: another module, or Node itself. */
  find({ url, line, column }: CodePlace): AuthorPlace | undefined {
    const map = this.#map(url);
    const entry = map?.findEntry(line - 1, column - 1);
    if (map === undefined || entry === undefined || !('originalSource' in entry)) return undefined;
    const source = map.payload.sources.indexOf(entry.originalSource);
    return {
      file: fileURLToPath(entry.originalSource),
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
      text: map.payload.sourcesContent[source] ?? '',
    };
  }

  #map(url: string): SourceMap | undefined {
    if (!url.includes(COMPILED_PART)) return undefined;
    if (!this.#maps.has(url)) this.#maps.set(url, readMap(url));
    return this.#maps.get(url);
  }
}

/** In the URL of every compiled file, and in no other. */
export const COMPILED_PART: string = `/modules-${CACHE_FORMAT}/graphs/`;

function readMap(url: string): SourceMap | undefined {
  try {
    const path = url.startsWith('file:') ? fileURLToPath(url) : url;
    // Written by us beside the compiled file.
    const payload: SourceMapPayload = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
    return new SourceMap(payload);
  } catch {
    return undefined;
  }
}
