import type { Prepare } from '../ports/job-spec.ts';

/** What file systems take, in bytes. */
const NAME_BYTES_MAX = 255;

const encoder = new TextEncoder();

/**
 * Where the old outputs of an attempt go while it runs: to siblings in the same folder, so that a
 * rename is enough. Their names begin with `.flow`, which globs and manifests pass over, and bear
 * the attempt's token, so that no two attempts meet.
 */
export function moveAside(outputs: readonly string[], token: string): Prepare['moveAside'] {
  return outputs.map((from, index) => {
    const slash = from.lastIndexOf('/') + 1;
    const name = `.flow-${token}-${from.slice(slash)}`;
    const isTooLong = encoder.encode(name).length > NAME_BYTES_MAX;
    const sibling = isTooLong ? `.flow-${token}-${index}` : name;
    return { from, to: from.slice(0, slash) + sibling };
  });
}
