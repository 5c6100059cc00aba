import fs from 'node:fs';

/** The calls by which flow writes what must survive its death; tests put failing ones in place. */
export type FileCalls = Pick<
  typeof fs,
  | 'closeSync'
  | 'fsyncSync'
  | 'ftruncateSync'
  | 'openSync'
  | 'readFileSync'
  | 'readdirSync'
  | 'renameSync'
  | 'unlinkSync'
  | 'writeSync'
>;

export const nodeFileCalls: FileCalls = fs;

/** Writes all of it, however small the pieces are that the kernel takes. */
export function writeWhole(calls: FileCalls, descriptor: number, content: Uint8Array): void {
  let written = 0;
  while (written < content.length) {
    written += calls.writeSync(descriptor, content, written, content.length - written);
  }
}

/**
 * Puts a file in place so that after a death or a power cut it is there whole, or not at all:
 * written beside it, synced, renamed, and the folder synced.
 */
export function placeFile(
  calls: FileCalls,
  file: { readonly directory: string; readonly name: string },
  content: Uint8Array,
): void {
  const path = `${file.directory}/${file.name}`;
  const draft = path + DRAFT_SUFFIX;
  try {
    withDescriptor(calls, { path: draft, flags: 'w' }, (descriptor) => {
      writeWhole(calls, descriptor, content);
      calls.fsyncSync(descriptor);
    });
    calls.renameSync(draft, path);
  } catch (error) {
    removeQuietly(calls, draft);
    throw error;
  }
  withDescriptor(calls, { path: file.directory, flags: 'r' }, (descriptor) =>
    calls.fsyncSync(descriptor),
  );
}

/** Of a file that is not in place yet. */
export const DRAFT_SUFFIX = '.tmp';

export function withDescriptor(
  calls: FileCalls,
  open: { readonly path: string; readonly flags: string },
  use: (descriptor: number) => void,
): void {
  const descriptor = calls.openSync(open.path, open.flags);
  try {
    use(descriptor);
  } finally {
    calls.closeSync(descriptor);
  }
}

function removeQuietly(calls: FileCalls, path: string): void {
  try {
    calls.unlinkSync(path);
  } catch {
    // It is a stray then, and what went wrong before matters more.
  }
}
