import type { Acceptance, LeftJob, Misfit } from '../../core/plan/acceptance.ts';
import type { Plan } from '../../core/plan/plan.ts';
import { countText } from './duration-text.ts';
import { reasonsText } from './reason-text.ts';
import { styled, type Style } from './style.ts';
import { visible } from './visible.ts';

export interface AcceptTextOptions {
  readonly acceptance: Acceptance;
  readonly plan: Plan;
  readonly label: (job: number) => string;
  readonly style: Style;
}

/** Which jobs are taken as done, and which cannot be: a line each, with the reasons. */
export function* acceptLines(options: AcceptTextOptions): Generator<string> {
  const { acceptance, plan, label, style } = options;
  const path = (file: number): string => plan.graph.paths.path(file);
  for (const { job, reasons, edited } of acceptance.accepted) {
    const why = [
      ...edited.map((file) => `\`${path(file)}\` was edited by hand`),
      ...(reasons.length > 0 ? [reasonsText(reasons)] : []),
    ];
    const text = why.length === 0 ? 'it has no record yet' : why.join('; ');
    yield `${styled(style, 'green', 'accept')} ${visible(label(job))}: ${visible(text)}\n`;
  }
  for (const { job, reasons, misfits } of [...acceptance.left, ...acceptance.stale]) {
    const why = [
      ...misfits.map(({ file, found }) => `\`${path(file)}\` is ${MISFIT[found]}`),
      ...(reasons.length > 0 ? [reasonsText(reasons)] : []),
    ];
    const line = `${visible(label(job))}: ${visible(why.join('; '))}`;
    yield `${styled(style, 'yellow', 'leave ')} ${line}\n`;
  }
}

const MISFIT: Readonly<Record<Misfit['found'], string>> = {
  file: 'a file, and a directory is made',
  directory: 'a directory, and a file is made',
  other: 'neither file nor directory',
};

/** `count`: how many were accepted in the end, or would be. */
export function acceptSummary(
  { left, stale, sameCount }: Acceptance,
  count: number,
  isDryRun: boolean,
): string {
  const rest = [
    ...leftText(left, ['as it is: it has to run', 'as they are: they have to run']),
    ...leftText(stale, [
      'that was made from other inputs: name it to take it all the same',
      'that were made from other inputs: name them to take them all the same',
    ]),
  ];
  const verb = isDryRun ? 'to accept' : 'accepted';
  if (count > 0) return [`${countText(count, 'job')} ${verb}`, ...rest].join(', ');
  if (rest.length > 0) return ['nothing to accept', ...rest].join(', ');
  return `nothing to accept: ${countText(sameCount, 'job')} as recorded`;
}

function leftText(
  { length }: readonly LeftJob[],
  [one, many]: readonly [one: string, many: string],
): readonly string[] {
  return length === 0 ? [] : [`${length} left ${length === 1 ? one : many}`];
}
