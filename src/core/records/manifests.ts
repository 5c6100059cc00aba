import type { FileId } from '../graph/path-table.ts';
import type { DigestPool } from './digest-pool.ts';
import type { DigestId, Manifest, TextId } from './record-table.ts';
import type { TextPool } from './text-pool.ts';

/** Manifests as they lie in a snapshot: the members of manifest `m` are at `starts[m] .. starts[m + 1]`. */
export interface ManifestBlock {
  readonly files: Int32Array;
  /** A text by manifest: its members' names, with NUL between them. */
  readonly names: Int32Array;
  readonly starts: Int32Array;
  readonly size: Float64Array;
  readonly mtimeMs: Float64Array;
  readonly digest: Int32Array;
}

interface Pools {
  readonly texts: TextPool;
  readonly digests: DigestPool;
}

/** What is in recorded directories. Those of a snapshot become objects when they are asked for. */
export class Manifests {
  readonly #block: ManifestBlock | undefined;
  readonly #pools: Pools;
  /** A number: the manifest's place in the block. */
  readonly #byFile = new Map<FileId, Manifest | number>();

  constructor(pools: Pools, block?: ManifestBlock) {
    this.#pools = pools;
    this.#block = block;
    for (const [index, file] of (block?.files ?? []).entries()) this.#byFile.set(file, index);
  }

  get files(): readonly FileId[] {
    return [...this.#byFile.keys()];
  }

  get(file: FileId): Manifest | undefined {
    const found = this.#byFile.get(file);
    if (typeof found !== 'number' || this.#block === undefined) return asManifest(found);
    const manifest = this.#decode(this.#block, found);
    this.#byFile.set(file, manifest);
    return manifest;
  }

  set(file: FileId, manifest: Manifest | undefined): void {
    if (manifest === undefined) this.#byFile.delete(file);
    else this.#byFile.set(file, manifest);
  }

  #decode(block: ManifestBlock, index: number): Manifest {
    const start = block.starts[index] ?? 0;
    const count = (block.starts[index + 1] ?? 0) - start;
    const names = count === 0 ? [] : this.#pools.texts.text(block.names[index] ?? 0).split('\0');
    return {
      members: names.map((name, offset) => ({
        name,
        size: block.size[start + offset] ?? 0,
        mtimeMs: block.mtimeMs[start + offset] ?? 0,
        digest: this.#pools.digests.text(block.digest[start + offset] ?? 0),
      })),
    };
  }
}

/** As a block, with the ids that `intern` gives. */
export function packManifests(
  manifests: readonly (readonly [file: number, manifest: Manifest])[],
  intern: { readonly text: (text: string) => TextId; readonly digest: (hex: string) => DigestId },
): ManifestBlock {
  const count = manifests.reduce((sum, [, { members }]) => sum + members.length, 0);
  const block = {
    files: Int32Array.from(manifests, ([file]) => file),
    names: new Int32Array(manifests.length),
    starts: new Int32Array(manifests.length + 1),
    size: new Float64Array(count),
    mtimeMs: new Float64Array(count),
    digest: new Int32Array(count),
  };
  let at = 0;
  for (const [index, [, { members }]] of manifests.entries()) {
    block.names[index] = intern.text(members.map(({ name }) => name).join('\0'));
    for (const member of members) {
      block.size[at] = member.size;
      block.mtimeMs[at] = member.mtimeMs;
      block.digest[at] = intern.digest(member.digest);
      at += 1;
    }
    block.starts[index + 1] = at;
  }
  return block;
}

function asManifest(found: Manifest | number | undefined): Manifest | undefined {
  return typeof found === 'number' ? undefined : found;
}
