import type { OutputFlags } from '../core/rule/output-flags.ts';
import type { SpecOutput } from '../ports/job-spec.ts';

/** A touched file bears the token of its attempt, so that each success is another content. */
export function specOutput(path: string, flags: OutputFlags, token: string): SpecOutput {
  const { isDirectory, isTouched, isOptional, isProtected, ensure } = flags;
  return {
    path,
    type: isDirectory ? 'directory' : 'file',
    ...(isTouched && { touch: `${token}\n` }),
    ...(isOptional && { isOptional }),
    ...(isProtected && { isProtected }),
    ...(ensure !== undefined && {
      ensure: {
        nonEmpty: ensure.nonEmpty,
        ...(ensure.sha256 !== undefined && { sha256: ensure.sha256 }),
      },
    }),
  };
}
