import { belowRoot } from '../core/pattern/below-root.ts';
import type { Prepare } from '../ports/job-spec.ts';

/** What file systems take, in bytes. */
const NAME_BYTES_MAX = 255;

const encoder = new TextEncoder();

export interface AsideRequest {
  readonly token: string;
  readonly outputs: readonly string[];
  /** Only what is there is moved: recovery takes anything else for the attempt's own. */
  readonly exists: (path: string) => boolean;
  /** Was edited by hand, so that it is not thrown away when the attempt succeeds. */
  readonly isEdited: (path: string) => boolean;
  /** Where edited outputs end. */
  readonly trashFolder: string;
}

/**
 * Where the old outputs of an attempt go while it runs: to siblings in the same folder, so that a
 * rename is enough. Their names begin with `.flow`, which globs and manifests pass over, and bear
 * the attempt's token, so that no two attempts meet.
 */
export function moveAside(request: AsideRequest): Prepare['moveAside'] {
  const { token, outputs, exists, isEdited, trashFolder } = request;
  return outputs.flatMap((from, index) => {
    if (!exists(from)) return [];
    const slash = from.lastIndexOf('/') + 1;
    const name = `.flow-${token}-${from.slice(slash)}`;
    const isTooLong = encoder.encode(name).length > NAME_BYTES_MAX;
    const to = from.slice(0, slash) + (isTooLong ? `.flow-${token}-${index}` : name);
    return isEdited(from)
      ? { from, to, keepAs: `${trashFolder}/${belowRoot(from)}` }
      : { from, to };
  });
}
