import type { Acceptance } from '../../core/plan/acceptance.ts';
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
  for (const { job, reasons, edited } of acceptance.accepted) {
    const why = [
      ...edited.map((file) => `\`${plan.graph.paths.path(file)}\` was edited by hand`),
      ...(reasons.length > 0 ? [reasonsText(reasons)] : []),
    ];
    const text = why.length === 0 ? 'it has no record yet' : why.join('; ');
    yield `${styled(style, 'green', 'accept')} ${visible(label(job))}: ${visible(text)}\n`;
  }
  for (const { job, reasons } of acceptance.left) {
    const line = `${visible(label(job))}: ${visible(reasonsText(reasons))}`;
    yield `${styled(style, 'yellow', 'leave ')} ${line}\n`;
  }
}

/** `accepted`: how many there are in the end. */
export function acceptSummary(
  { left, sameCount }: Acceptance,
  accepted: number,
  isDryRun: boolean,
): string {
  const who = left.length === 1 ? 'as it is: it has to run' : 'as they are: they have to run';
  const rest = left.length === 0 ? '' : `, ${left.length} left ${who}`;
  const verb = isDryRun ? 'to accept' : 'accepted';
  if (accepted > 0) return `${countText(accepted, 'job')} ${verb}${rest}`;
  return left.length > 0
    ? `nothing to accept${rest}`
    : `nothing to accept: ${countText(sameCount, 'job')} as recorded`;
}
