import type { InputContext } from 'dagflow';

export interface RawFolder {
  /** Holds one folder a cycle: `cyc001_reg001_…`, `cyc001`, `cyc01`, `Cyc1_reg1` … */
  readonly folder: string;
  /** File names with `{tile}`, `{z}` and `{channel}` (numbers from 1) and `*` for anything. */
  readonly pattern: string;
  readonly channels: readonly number[];
  readonly planes: number;
  readonly tileCount: number;
}

/**
 * The raw tiles of a cycle as they lie on disk: by channel, in it by plane, in it by tile.
 * Throws where the cycle has no folder or several, or where tiles are missing: a lost plane must
 * not go unnoticed.
 */
export function findRawTiles(
  raw: RawFolder,
  cycle: number,
  files: InputContext['files'],
): string[] {
  const found = files
    .glob(`${literally(raw.folder)}/[cC]yc*/*`)
    .filter((path) => cycleOf(path, raw) === cycle);
  const folders = new Set(found.map((path) => path.slice(0, path.lastIndexOf('/'))));
  const [folder] = folders;
  if (folder === undefined) {
    const padded = String(cycle).padStart(3, '0');
    throw new Error(
      `no folder of cycle ${cycle} in ${raw.folder}: looked for cyc${padded}_…, cyc${padded}, Cyc${cycle} …`,
    );
  }
  if (folders.size > 1) {
    throw new Error(`several folders of cycle ${cycle}: ${[...folders].toSorted().join(', ')}`);
  }
  return inOrder(found, raw, folder);
}

/** The number in the name of the folder that a file lies in. */
function cycleOf(path: string, { folder }: RawFolder): number | undefined {
  const name = path.slice(folder.length + 1).split('/')[0] ?? '';
  const digits = /^cyc0*(\d+)(?:_|$)/i.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function inOrder(paths: readonly string[], raw: RawFolder, folder: string): string[] {
  const pattern = compilePattern(raw.pattern);
  const byPlace = new Map<string, string>();
  for (const path of paths) {
    const place = pattern.exec(path.slice(folder.length + 1))?.groups;
    if (place === undefined) continue;
    const { channel = '', z = '', tile = '' } = place;
    byPlace.set(`${Number(channel)},${Number(z)},${Number(tile)}`, path);
  }
  const ordered: string[] = [];
  const missing: string[] = [];
  for (const channel of raw.channels) {
    for (let z = 1; z <= raw.planes; z++) {
      for (let tile = 1; tile <= raw.tileCount; tile++) {
        const path = byPlace.get(`${channel},${z},${tile}`);
        if (path === undefined) missing.push(`tile ${tile} plane ${z} channel ${channel}`);
        else ordered.push(path);
      }
    }
  }
  if (missing.length > 0) {
    const some = missing.slice(0, 3).join(', ') + (missing.length > 3 ? ', …' : '');
    const files = missing.length === 1 ? '1 raw file is' : `${missing.length} raw files are`;
    throw new Error(`${files} missing in ${folder}: ${some}`);
  }
  return ordered;
}

function compilePattern(pattern: string): RegExp {
  const parts = pattern.split(/(\{tile\}|\{z\}|\{channel\}|\*)/);
  const source = parts.map((part) => {
    if (part === '*') return '.*';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) return `(?<${name}>\\d+)`;
    return part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${source.join('')}$`);
}

/** A path as a glob that finds it alone. */
function literally(path: string): string {
  return path.replaceAll(/[\\*?|(){}[\]!+@]/g, String.raw`\$&`);
}
