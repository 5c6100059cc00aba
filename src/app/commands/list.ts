import { EXIT_CODE } from '../../core/diagnostic.ts';
import type { Rule } from '../../core/rule/rule.ts';
import { loadWorkflow } from '../load-workflow.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';

/** `flow list`: the rules and the patterns of what they make, a line each. */
export async function listCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const workspace = openWorkspace(args, terminal.directory);
  const { rules } = await loadWorkflow(args, workspace, terminal);
  const width = Math.max(0, ...rules.map(({ name }) => name.length));
  for (const rule of rules) {
    terminal.out.write(`${rule.name.padEnd(width)}  ${outputsText(rule)}`.trimEnd());
    terminal.out.write('\n');
  }
  return EXIT_CODE.done;
}

function outputsText({ output, run }: Rule): string {
  const patterns = output.flatMap(({ items }) => items.map(({ pattern }) => pattern.source));
  if (patterns.length > 0) return patterns.join(' ');
  return run === undefined ? '(a target)' : '(no outputs)';
}
