import type { Move } from '../../ports/job-spec.ts';
import { visible } from './visible.ts';

const NAMED_AT_MOST = 5;

/** Where outputs are now that a killed run had begun, and that somebody may have gone on with. */
export function keptAsideText(kept: readonly Move[]): string {
  const lines = kept
    .slice(0, NAMED_AT_MOST)
    .map(({ from, to }) => `  \`${visible(from)}\` is now \`${visible(to)}\`\n`);
  const rest = kept.length - lines.length;
  if (rest > 0) lines.push(`  … and ${rest} more beside it\n`);
  return `a killed run left outputs unfinished; what was there is kept\n${lines.join('')}`;
}
