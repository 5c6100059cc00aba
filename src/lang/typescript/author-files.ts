import { fileURLToPath } from 'node:url';
import type { AuthorPlace, CodePlace, FindAuthorPlace } from '../../core/author-places.ts';
import { CallSource } from './call-source.ts';

/** Files of a workflow as their authors wrote them, found from places in running code. */
export class AuthorFiles {
  readonly find: FindAuthorPlace;
  readonly #readText: (file: string) => string | undefined;
  /** What is said of code whose place is not known. */
  readonly #fallback: string;
  readonly #files = new Map<string, string>();

  constructor(
    file: string,
    ports: {
      readonly find: FindAuthorPlace;
      readonly readText: (file: string) => string | undefined;
    },
  ) {
    this.#fallback = file;
    this.find = ports.find;
    this.#readText = ports.readText;
  }

  /** The text of the call at a place, read and taken apart when it is first asked for. */
  call(place: CodePlace | undefined): () => CallSource {
    let source: CallSource | undefined;
    return () => (source ??= new CallSource(this.#author(place)));
  }

  /** The author's file that a place is in, absolute. */
  fileOf(place: CodePlace | undefined): string {
    const url = place?.url ?? '';
    const known = this.#files.get(url);
    if (known !== undefined) return known;
    const { file } = this.#author(place);
    this.#files.set(url, file);
    return file;
  }

  #author(place: CodePlace | undefined): AuthorPlace {
    if (place === undefined) return { file: this.#fallback, line: 1, column: 1, text: '' };
    const found = this.find(place);
    if (found !== undefined) return found;
    const file = place.url.startsWith('file:') ? fileURLToPath(place.url) : place.url;
    return { ...place, file, text: this.#readText(file) ?? '' };
  }
}
