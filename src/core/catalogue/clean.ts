import type { Diagnostic } from '../diagnostic.ts';

/** An output that a job still reads which is not done. */
export interface NeededOutput {
  readonly path: string;
  readonly job: string;
}

/** `flow clean` was asked for outputs that the default target has not done with. */
export function outputsNeeded(needed: readonly NeededOutput[]): Diagnostic {
  const shown = needed.slice(0, NAMED_AT_MOST);
  const rest = needed.length - shown.length;
  return usage({
    code: 'outputs-needed',
    title: `${needed.length === 1 ? 'an output is' : `${needed.length} outputs are`} still needed, and nothing was removed`,
    facts: [
      ...shown.map(({ path, job }) => ['needed', `\`${path}\` by \`${job}\``] as const),
      ...(rest > 0 ? [['needed', `and ${rest} more`] as const] : []),
    ],
    hint: 'run `flow` first, so that what reads them is done, or remove them all the same with `--force`',
  });
}

/** A word of `flow clean` is no rule, no output and no folder of outputs that flow made. */
export function nothingMadeSo(word: string, near: string | undefined): Diagnostic {
  return usage({
    code: 'nothing-made-so',
    title: `flow made nothing that is called \`${word}\``,
    facts: [],
    hint: near ?? 'name a rule, an output, or a folder of outputs; only what flow made is removed',
  });
}

/** `flow clean --restore` of what is not in the trash. */
export function nothingInTrash(stamp: string, newest: string | undefined): Diagnostic {
  return usage({
    code: 'nothing-in-trash',
    title: `there is no receipt of \`${stamp}\` in the trash`,
    facts: [],
    hint:
      newest === undefined
        ? 'nothing was cleaned here, or the trash was emptied'
        : `the newest is \`${newest}\``,
  });
}

const NAMED_AT_MOST = 10;

function usage(parts: Pick<Diagnostic, 'code' | 'title' | 'facts' | 'hint'>): Diagnostic {
  return { kind: 'usage', severity: 'error', spans: [], ...parts };
}
