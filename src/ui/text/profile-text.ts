import { visible } from './visible.ts';

/** ``flags of `profiles/default.yaml`: --cores, --config``: what is not typed has to be seen. */
export function profileText({
  path,
  flags,
}: {
  readonly path: string;
  readonly flags: readonly string[];
}): string {
  const names = flags.map((flag) => `--${flag}`).join(', ');
  return `flags of \`${visible(path)}\`: ${names === '' ? 'none' : names}`;
}
