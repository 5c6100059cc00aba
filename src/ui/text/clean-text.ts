import { countText } from './duration-text.ts';
import { visible } from './visible.ts';

const NAMED_AT_MOST = 10;

const KEPT = {
  outside: 'kept, since it does not lie in the working directory',
  protected: 'kept, since it is protected (`--force` moves it too)',
  edited: 'kept, since it was edited by hand after it was made (`--force` moves it too)',
  taken: 'left in the trash, since there is another by now',
} as const;

/** Files that stay where they are, and why. */
export function keptText(why: keyof typeof KEPT, paths: readonly string[]): string {
  const named = paths.slice(0, NAMED_AT_MOST).map((path) => `\`${visible(path)}\``);
  const rest = paths.length - named.length;
  return `${KEPT[why]}: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** What went to the trash, and how to get it back; without a stamp, what would go. */
export function movedText(count: number, stamp: string | undefined): string {
  const outputs = countText(count, 'output');
  if (count === 0) return 'there is nothing to clean';
  if (stamp === undefined) return `would move ${outputs} to the trash`;
  return `moved ${outputs} to \`.flow/trash/${stamp}\`; \`flow clean --restore ${stamp}\` undoes it`;
}
