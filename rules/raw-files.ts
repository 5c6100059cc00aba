import type { InputContext } from 'dagflow';

export interface RawFolder {
  /** Holds one folder a cycle: `cyc001_reg001_…`, `cyc001`, `cyc01`, `Cyc1_reg1` … */
  readonly folder: string;
  /**
   * File names with `{tile}`, `{z}`, `{channel}` and `{region}` (numbers from 1) and `*` for
   * anything; `{tile:05d}` has at least so many digits. Without `{z}` there is one plane.
   */
  readonly pattern: string;
  /** Of several regions the one that is meant. */
  readonly region?: number | undefined;
  readonly channels: readonly number[];
  readonly planes: number;
  readonly tileCount: number;
}

/**
 * The raw tiles of a cycle as they lie on disk: by channel, in it by plane, in it by tile.
 * Throws where the cycle has no folder or several, where two files could be one tile, or where
 * tiles are missing: a lost plane must not go unnoticed.
 */
export function findRawTiles(
  raw: RawFolder,
  cycle: number,
  files: InputContext['files'],
): string[] {
  const found = files.glob(`${literally(raw.folder)}/[cC][yY][cC]*/*`);
  const folder = folderOf(found, raw, cycle);
  return inOrder(
    found.filter((path) => path.startsWith(`${folder}/`)),
    raw,
    folder,
  );
}

function folderOf(found: readonly string[], raw: RawFolder, cycle: number): string {
  const folders = new Map<string, number | undefined>();
  for (const path of found) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const name = folder.slice(raw.folder.length + 1);
    const parts = /^cyc0*(?<cycle>\d+)(?:_reg0*(?<region>\d+))?(?:_|$)/i.exec(name)?.groups;
    if (parts === undefined || Number(parts['cycle']) !== cycle) continue;
    const region = parts['region'] === undefined ? undefined : Number(parts['region']);
    const isMeant = raw.region === undefined || region === undefined || region === raw.region;
    if (isMeant) folders.set(folder, region);
  }
  const [folder] = folders.keys();
  if (folder === undefined) {
    const padded = String(cycle).padStart(3, '0');
    const what = raw.region === undefined ? '' : `, region ${raw.region}`;
    throw new Error(
      `no folder of cycle ${cycle}${what} in ${raw.folder}: looked for cyc${padded}_…, cyc${padded}, Cyc${cycle} …`,
    );
  }
  if (folders.size > 1) {
    const names = [...folders.keys()].toSorted().join(', ');
    const regions = new Set(folders.values()).size;
    const hint = regions === folders.size && raw.region === undefined ? '; choose a `region`' : '';
    throw new Error(`several folders of cycle ${cycle}: ${names}${hint}`);
  }
  return folder;
}

function inOrder(paths: readonly string[], raw: RawFolder, folder: string): string[] {
  const byPlace = placesOf(paths, raw, folder);
  const ordered: string[] = [];
  const missing: string[] = [];
  for (const channel of raw.channels) {
    for (let z = 1; z <= raw.planes; z++) {
      for (let tile = 1; tile <= raw.tileCount; tile++) {
        const path = byPlace.get(`tile ${tile} plane ${z} channel ${channel}`);
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

/** Files that the pattern names, by tile, plane and channel. */
function placesOf(
  paths: readonly string[],
  raw: RawFolder,
  folder: string,
): ReadonlyMap<string, string> {
  const pattern = compilePattern(raw.pattern);
  const byPlace = new Map<string, string>();
  let region = raw.region;
  for (const path of paths) {
    const parts = pattern.exec(path.slice(folder.length + 1))?.groups;
    if (parts === undefined) continue;
    const own = parts['region'] === undefined ? region : Number(parts['region']);
    if (raw.region !== undefined && own !== raw.region) continue;
    region ??= own;
    if (own !== region) {
      throw new Error(`files of regions ${region} and ${own} in ${folder}; choose a \`region\``);
    }
    const [tile, z, channel] = [parts['tile'], parts['z'] ?? 1, parts['channel']].map(Number);
    if (channel === undefined || !raw.channels.includes(channel)) continue;
    refuseBeyond(raw, { tile, plane: z, path });
    const place = `tile ${tile} plane ${z} channel ${channel}`;
    const twin = byPlace.get(place);
    if (twin !== undefined) throw new Error(`two files of ${place}: ${twin} and ${path}`);
    byPlace.set(place, path);
  }
  return byPlace;
}

/** More tiles or planes than the config says: one of the two is wrong. */
function refuseBeyond(
  { tileCount, planes }: RawFolder,
  {
    tile = 0,
    plane = 0,
    path,
  }: { tile?: number | undefined; plane?: number | undefined; path: string },
): void {
  if (tile >= 1 && tile <= tileCount && plane >= 1 && plane <= planes) return;
  const [what, count] = plane >= 1 && plane <= planes ? ['tile', tile] : ['plane', plane];
  const expected = what === 'tile' ? tileCount : planes;
  throw new Error(`${path} is ${what} ${count}, where ${expected} are expected`);
}

const PLACEHOLDER = /\{(\w+)(?::0?(\d)d)?\}/;
const NAMES: readonly string[] = ['tile', 'z', 'channel', 'region'];

/** What is wrong with a pattern of raw files; undefined: nothing. */
export function patternProblem(pattern: string): string | undefined {
  const names = [...pattern.matchAll(new RegExp(PLACEHOLDER, 'g'))].map(([, name = '']) => name);
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) return `\`{${unknown}}\` is none of ${NAMES.join(', ')}`;
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return `\`{${twice}}\` is there twice`;
  const missing = ['tile', 'channel'].find((name) => !names.includes(name));
  return missing === undefined ? undefined : `\`{${missing}}\` is missing`;
}

function compilePattern(pattern: string): RegExp {
  const parts = pattern.split(/(\{\w+(?::0?\d+d)?\}|\*)/);
  const source = parts.map((part) => {
    if (part === '*') return '.*';
    const [, name, digits = '1'] = PLACEHOLDER.exec(part) ?? [];
    // A number begins where no digit precedes it, or `*` would take all of it but the last.
    if (name !== undefined) return String.raw`(?<!\d)(?<${name}>\d{${digits},})`;
    return part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${source.join('')}$`);
}

/** A path as a glob that finds it alone. */
function literally(path: string): string {
  return path.replaceAll(/[\\*?|(){}[\]!+@]/g, String.raw`\$&`);
}
