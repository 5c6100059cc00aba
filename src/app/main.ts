import { diskRefused, isDiskCode } from '../core/catalogue/environment.ts';
import { type Diagnostic, EXIT_CODE, FlowError } from '../core/diagnostic.ts';
import { profileText } from '../ui/text/profile-text.ts';
import { commandHelpText, overviewText } from './help-text.ts';
import { type Arguments, parseArguments } from './parse-arguments.ts';
import { withProfiles } from './profiles/with-profiles.ts';
import { tellErrors } from './tell-diagnostics.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';

/**
 * `flow …`. Returns the exit code. What the user can act on is printed as a diagnostic; anything
 * else that is thrown is our bug and is printed with its stack.
 */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    if (error instanceof FlowError) return report(error, terminal);
    const refused = refusedByDisk(error);
    if (refused !== undefined) return report(new FlowError(refused, { cause: error }), terminal);
    terminal.err.write(`${bugText(error)}\n`);
    return EXIT_CODE.internal;
  }
}

async function dispatch(argv: readonly string[], typedAt: Terminal): Promise<number> {
  if (argv[0] === '--version' || argv[0] === '-v') {
    typedAt.out.write(`${version()}\n`);
    return EXIT_CODE.done;
  }
  if (argv.length === 1 && (argv[0] === '--help' || argv[0] === '-h' || argv[0] === 'help')) {
    typedAt.out.write(`${overviewText(version())}\n`);
    return EXIT_CODE.done;
  }
  const typed = parseArguments(argv);
  if (typed.wantsHelp) {
    typedAt.out.write(`${commandHelpText(typed.command)}\n`);
    return EXIT_CODE.done;
  }
  const { args, profiles } = await withProfiles(typed, typedAt.directory);
  // A profile may ask for it, too.
  const terminal = { ...typedAt, isJson: typedAt.isJson || args.has('json') };
  if (args.command.name === 'run' && !args.has('quiet') && !terminal.isJson) {
    for (const profile of profiles) terminal.err.write(`${profileText(profile)}\n`);
  }
  return await carryOut(args, terminal);
}

/** Each command is loaded only when it is asked for: most of flow is not needed to list rules. */
async function carryOut(args: Arguments, terminal: Terminal): Promise<number> {
  switch (args.command.name) {
    case 'run':
      return await (await import('./commands/run.ts')).runCommand(args, terminal);
    case 'accept':
      return await (await import('./commands/accept.ts')).acceptCommand(args, terminal);
    case 'why':
      return await (await import('./commands/why.ts')).whyCommand(args, terminal);
    case 'list':
      return await (await import('./commands/list.ts')).listCommand(args, terminal);
    case 'graph':
      return await (await import('./commands/graph.ts')).graphCommand(args, terminal);
    case 'simulate':
      return await (await import('./commands/simulate.ts')).simulateCommand(args, terminal);
    case 'logs':
      return (await import('./commands/logs.ts')).logsCommand(args, terminal);
    case 'plan':
      return await (await import('./commands/plan.ts')).planCommand(args, terminal);
    case 'clean':
      return await (await import('./commands/clean.ts')).cleanCommand(args, terminal);
    case 'watch':
      return await (await import('./commands/watch.ts')).watchCommand(args, terminal);
    case 'status':
      return (await import('./commands/status.ts')).statusCommand(args, terminal);
    case 'trace':
      return (await import('./commands/trace.ts')).traceCommand(args, terminal);
    case 'unlock':
      return await (await import('./commands/unlock.ts')).unlockCommand(args, terminal);
    default:
      return await (await import('./author-commands.ts')).carryOutForAuthor(args, terminal);
  }
}

function report(error: FlowError, terminal: Terminal): number {
  tellErrors(error.diagnostics, terminal);
  return EXIT_CODE[error.diagnostics[0].kind];
}

/** What the disk refuses where nobody expected it is the machine's trouble, not a bug of ours. */
function refusedByDisk(error: unknown): Diagnostic | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return undefined;
  const { code, path } = error;
  if (typeof code !== 'string' || typeof path !== 'string' || !isDiskCode(code)) return undefined;
  return diskRefused('use', { path, code });
}

export function bugText(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    `flow ${version()} has a bug; what it was doing is lost, what was recorded is safe`,
    stack,
    'please report this with the text above and the workflow file',
  ].join('\n');
}
