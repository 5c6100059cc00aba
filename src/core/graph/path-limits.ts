/** What Linux and macOS take: bytes of one name, and of a path with its end mark. */
const MAX_SEGMENT_BYTES = 255;
const MAX_PATH_BYTES = 4095;

/**
 * Can no file have this path? That is how patterns that feed on themselves end, such as
 * `{x}.txt` made from `{x}.txt.txt`.
 */
export function isTooLong(path: string): boolean {
  if (path.length * 3 <= MAX_SEGMENT_BYTES) return false;
  let pathBytes = 0;
  let segmentBytes = 0;
  for (let index = 0; index < path.length; index++) {
    const bytes = utf8Bytes(path.charCodeAt(index));
    pathBytes += bytes;
    segmentBytes = path[index] === '/' ? 0 : segmentBytes + bytes;
    if (segmentBytes > MAX_SEGMENT_BYTES) return true;
  }
  return pathBytes > MAX_PATH_BYTES;
}

/** Of one UTF-16 unit: the two of a pair make four bytes together. */
function utf8Bytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
}
