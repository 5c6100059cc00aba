import { EXIT_CODE } from '../../core/diagnostic.ts';
import type { ReportEntry } from '../../core/rule/output-flags.ts';
import type { Rule } from '../../core/rule/rule.ts';
import { jsonText } from '../../ui/text/json-text.ts';
import { ruleJson } from '../../ui/text/rules-json.ts';
import { loadWorkflow } from '../load-workflow.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';

/** `flow list`: the rules and the patterns of what they make, a line each, and what is reported. */
export async function listCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const workspace = openWorkspace(args, terminal.directory);
  const { rules, file } = await loadWorkflow(args, workspace, terminal);
  if (terminal.isJson) {
    terminal.out.write(jsonText({ file, rules: rules.map(ruleJson) }));
    return EXIT_CODE.done;
  }
  const width = Math.max(0, ...rules.map(({ name }) => name.length));
  for (const rule of rules) {
    terminal.out.write(`${rule.name.padEnd(width)}  ${outputsText(rule)}`.trimEnd());
    terminal.out.write('\n');
  }
  return EXIT_CODE.done;
}

function outputsText({ output, run }: Rule): string {
  const patterns = output.flatMap(({ items }) =>
    items.map(({ pattern, report }) => `${pattern.source}${reportText(report)}`),
  );
  if (patterns.length > 0) return patterns.join(' ');
  return run === undefined ? '(a target)' : '(no outputs)';
}

function reportText(report: ReportEntry | undefined): string {
  if (report === undefined) return '';
  const { category, caption } = report;
  return ` (${['report', category, caption].filter((text) => text !== undefined).join(', ')})`;
}
