import type { Arguments } from './parse-arguments.ts';
import type { Terminal } from './terminal.ts';

/** The commands for those who write workflows, each loaded only when it is asked for. */
export async function carryOutForAuthor(args: Arguments, terminal: Terminal): Promise<number> {
  switch (args.command.name) {
    case 'doctor':
      return (await import('./commands/doctor.ts')).doctorCommand(args, terminal);
    case 'init':
      return (await import('./commands/init.ts')).initCommand(args, terminal);
    case 'lint':
      return await (await import('./commands/lint.ts')).lintCommand(args, terminal);
    case 'explain':
      return (await import('./commands/explain.ts')).explainCommand(args, terminal);
    case 'completion':
      return (await import('./commands/completion.ts')).completionCommand(args, terminal);
    default:
      throw new Error(`no code for command ${args.command.name}`);
  }
}
