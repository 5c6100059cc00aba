import type { Disk, DiskEntry, DiskStat } from '../../src/ports/disk.ts';

interface Node {
  readonly type: 'file' | 'directory';
  readonly content: string;
  readonly mtimeMs: number;
  readonly isProtected?: true;
}

/** What Node throws when the system refuses a call. */
export function diskError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path, syscall: 'test' });
}

/** A disk in memory, with a clock that moves only when the test says so. It has no links. */
export class MemoryDisk implements Disk {
  readonly #nodes = new Map<string, Node>();
  /** Time of what is written now, in milliseconds since 1970. */
  nowMs = 1_000_000;

  /** Files, with their folders; each `content` is that of `path`. */
  write(files: Readonly<Record<string, string>>): this {
    for (const [path, content] of Object.entries(files)) {
      this.makeDirectory(parentOf(path));
      this.#nodes.set(path, { type: 'file', content, mtimeMs: this.nowMs });
    }
    return this;
  }

  tick(ms = 1_000): this {
    this.nowMs += ms;
    return this;
  }

  /** Content by path, of all files below a folder. */
  files(folder = '.'): Record<string, string> {
    const found: Record<string, string> = {};
    for (const [path, { type, content }] of this.#nodes) {
      if (type === 'file' && isBelow(path, folder)) found[path] = content;
    }
    return found;
  }

  stat(path: string): DiskStat | undefined {
    const node = path === '.' ? ROOT : this.#nodes.get(path);
    if (node === undefined) return undefined;
    return { type: node.type, size: Buffer.byteLength(node.content), mtimeMs: node.mtimeMs };
  }

  contentStat(path: string): DiskStat | undefined {
    const own = this.stat(path);
    if (own?.type !== 'directory') return own;
    const members = [...this.#nodes]
      .filter(([at, { type }]) => type === 'file' && isBelow(at, path))
      .map(([, node]) => node);
    const size = members.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    const times = members.map(({ mtimeMs }) => mtimeMs);
    return { ...own, size, mtimeMs: times.length === 0 ? own.mtimeMs : Math.max(...times) };
  }

  lstat(path: string): DiskStat | undefined {
    return this.stat(path);
  }

  list(path: string): readonly DiskEntry[] | undefined {
    if (this.stat(path)?.type !== 'directory') return undefined;
    return [...this.#nodes]
      .filter(([child]) => parentOf(child) === path)
      .map(([child, { type }]) => ({ name: child.slice(child.lastIndexOf('/') + 1), type }));
  }

  read(path: string): Uint8Array | undefined {
    const node = this.#nodes.get(path);
    if (node?.type === 'directory') throw diskError('EISDIR', path);
    return node && Buffer.from(node.content);
  }

  replace(path: string, content: Uint8Array | string): void {
    if (this.stat(parentOf(path))?.type !== 'directory') throw diskError('ENOENT', path);
    if (this.stat(path)?.type === 'directory') throw diskError('EISDIR', path);
    const text = Buffer.from(content).toString();
    this.#nodes.set(path, { type: 'file', content: text, mtimeMs: this.nowMs });
  }

  create(path: string, content: string): void {
    if (this.stat(path) !== undefined) throw diskError('EEXIST', path);
    this.replace(path, content);
  }

  makeDirectory(path: string): void {
    for (let at = path; at !== '.'; at = parentOf(at)) {
      const known = this.stat(at);
      if (known?.type === 'file') throw diskError('EEXIST', at);
      if (known === undefined) {
        this.#nodes.set(at, { type: 'directory', content: '', mtimeMs: this.nowMs });
      }
    }
  }

  rename(from: string, to: string): void {
    if (this.stat(from) === undefined) throw diskError('ENOENT', from);
    if (this.stat(parentOf(to))?.type !== 'directory') throw diskError('ENOENT', to);
    if ((this.list(to) ?? []).length > 0) throw diskError('ENOTEMPTY', to);
    for (const [path, node] of Array.from(this.#nodes)) {
      if (path !== from && !isBelow(path, from)) continue;
      this.#nodes.delete(path);
      this.#nodes.set(to + path.slice(from.length), node);
    }
  }

  remove(path: string): void {
    for (const known of Array.from(this.#nodes.keys())) {
      if (known === path || isBelow(known, path)) this.#nodes.delete(known);
    }
  }

  protect(path: string): void {
    if (this.stat(path) === undefined) throw diskError('ENOENT', path);
    for (const [known, node] of Array.from(this.#nodes)) {
      if (known !== path && !isBelow(known, path)) continue;
      this.#nodes.set(known, { ...node, isProtected: true });
    }
  }

  unprotect(path: string): void {
    for (const [known, { isProtected: _, ...node }] of Array.from(this.#nodes)) {
      if (known === path || isBelow(known, path)) this.#nodes.set(known, node);
    }
  }

  isProtected(path: string): boolean {
    return this.#nodes.get(path)?.isProtected === true;
  }
}

const ROOT: Node = { type: 'directory', content: '', mtimeMs: 0 };

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '.' : path.slice(0, slash);
}

function isBelow(path: string, folder: string): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}
