import { graphCommand } from './commands/graph.ts';
import { listCommand } from './commands/list.ts';
import { logsCommand } from './commands/logs.ts';
import { runCommand } from './commands/run.ts';
import { unlockCommand } from './commands/unlock.ts';
import { whyCommand } from './commands/why.ts';
import type { Arguments } from './parse-arguments.ts';
import type { Terminal } from './terminal.ts';
import { tuneForFewJobs } from './tune-v8.ts';

/** Does what the command line asks for. Returns the exit code; throws a `FlowError`. */
export async function carryOutCommand(args: Arguments, terminal: Terminal): Promise<number> {
  tuneForFewJobs();
  switch (args.command.name) {
    case 'run':
      return await runCommand(args, terminal);
    case 'why':
      return await whyCommand(args, terminal);
    case 'list':
      return await listCommand(args, terminal);
    case 'graph':
      return await graphCommand(args, terminal);
    case 'logs':
      return logsCommand(args, terminal);
    case 'unlock':
      return await unlockCommand(args, terminal);
    default:
      throw new Error(`no code for command ${args.command.name}`);
  }
}
