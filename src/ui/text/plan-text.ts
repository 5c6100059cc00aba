import { VERDICT, type Plan } from '../../core/plan/plan.ts';
import type { LeftOut } from '../../core/graph/part/left-out.ts';
import { countText } from './duration-text.ts';
import { leftOutText } from './left-out-text.ts';
import { reasonsText } from './reason-text.ts';
import { styled, type Style } from './style.ts';
import { visible, visibleLines } from './visible.ts';

/** What is said of one job in a plan. */
export interface PlannedJobText {
  readonly label: string;
  /** The full command; empty for a target rule. */
  readonly command: string;
  /** What the rule says of it. */
  readonly message?: string | undefined;
}

export interface PlanTextOptions {
  readonly plan: Plan;
  readonly leftOut: readonly LeftOut[];
  readonly style: Style;
  readonly job: (id: number) => PlannedJobText;
  /** Takes the text piece by piece: a plan may have a hundred thousand jobs. */
  readonly write: (text: string) => void;
}

/** Jobs a piece; large enough that the cost of a write does not count. */
const JOBS_A_PIECE = 500;
const EDITED_NAMED = 10;

/** Every job that would run, in an order in which it could, with its reason and its command. */
export function writePlan({ plan, leftOut, style, job, write }: PlanTextOptions): void {
  let piece = '';
  let inPiece = 0;
  for (const id of plan.graph.order) {
    const verdict = plan.verdict[id];
    if (verdict === VERDICT.keep) continue;
    const { label, command, message } = job(id);
    const held = verdict === VERDICT.held ? 'held, its outputs were edited by hand: ' : '';
    piece += `${styled(style, 'bold', visible(label))}: ${held}${visible(reasonsText(plan.reasons(id)))}\n`;
    if (message !== undefined) piece += `${indented(visibleLines(message))}\n`;
    if (command !== '') piece += `${indented(visibleLines(command))}\n`;
    inPiece += 1;
    if (inPiece < JOBS_A_PIECE) continue;
    write(piece);
    piece = '';
    inPiece = 0;
  }
  if (plan.edited.length > 0) piece += `${editedText(plan)}\n`;
  piece += leftOutText(leftOut);
  if (plan.adopted.length > 0)
    piece += `${adoptedText(plan.adopted.length)}: a run records them as they are\n`;
  write(`${piece}${summaryText(plan)}\n`);
}

/** Every line of it. Most commands have one, and looking for it is what takes time. */
function indented(command: string): string {
  if (!LINE_END.test(command)) return `      ${command}`;
  return command.replaceAll(/^/gmu, '      ');
}

const LINE_END = /[\n\r\u2028\u2029]/u;

export function adoptedText(count: number): string {
  return `${countText(count, 'job')} without a record, up to date by time`;
}

/** Outputs that somebody changed after they were made. */
export function editedText({ edited, graph }: Plan): string {
  const named = edited
    .slice(0, EDITED_NAMED)
    .map((file) => `\`${visible(graph.paths.path(file))}\``);
  const rest = edited.length - named.length;
  const names = named.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return `edited by hand since it was made: ${names}`;
}

/** `12 jobs to do (stitch 2, decon 2, …), 4 more if inputs change, 3 up to date`. */
export function summaryText(plan: Plan): string {
  const { counts } = plan;
  const { run, held, keep } = counts;
  const maybe = counts.conditional + counts.dormant;
  if (run + maybe === 0) return nothingText(held, keep);
  const first = `${countText(run, 'job')} to do${rulesText(plan)}`;
  return [first, ...restTexts({ maybe, held, kept: keep })].join(', ');
}

/** `nothing to do: 3 jobs up to date`. */
export function nothingText(held: number, kept: number): string {
  if (held + kept === 0) return 'nothing to do';
  if (held === 0) return `nothing to do: ${countText(kept, 'job')} up to date`;
  return ['nothing to do', ...restTexts({ maybe: 0, held, kept })].join(', ');
}

/** What is said of the jobs that do not run for certain. */
export function restTexts(counts: { maybe: number; held: number; kept: number }): string[] {
  const { maybe, held, kept } = counts;
  const parts: string[] = [];
  if (maybe > 0) parts.push(`${maybe} more if inputs change`);
  if (held > 0) parts.push(`${held} held because outputs were edited by hand`);
  if (kept > 0) parts.push(`${kept} up to date`);
  return parts;
}

function rulesText(plan: Plan): string {
  const byRule = new Map<string, number>();
  for (const id of plan.graph.order) {
    if (plan.verdict[id] !== VERDICT.run) continue;
    const name = plan.graph.rules[plan.graph.ruleIndex[id] ?? -1]?.name ?? '';
    byRule.set(name, (byRule.get(name) ?? 0) + 1);
  }
  if (byRule.size === 0) return '';
  return ` (${[...byRule].map(([rule, count]) => `${rule} ${count}`).join(', ')})`;
}
