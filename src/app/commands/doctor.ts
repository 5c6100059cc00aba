import { EXIT_CODE } from '../../core/diagnostic.ts';
import { jsonText } from '../../ui/text/json-text.ts';
import { styled } from '../../ui/text/style.ts';
import { visible } from '../../ui/text/visible.ts';
import { checkFolder } from '../doctor/check-folder.ts';
import { checkMachine } from '../doctor/check-machine.ts';
import { checkRecords } from '../doctor/check-records.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';

/** `flow doctor`: can flow work here, and with what? Exits with 3 if it cannot. */
export async function doctorCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const { workingDirectory } = openWorkspace(args, terminal.directory);
  const checks = [...(await checkMachine()), ...checkFolder(workingDirectory), ...checkRecords()];
  const { out, isJson } = terminal;
  out.write(isJson ? jsonText({ checks }) : checks.map((it) => findingText(it, out)).join(''));
  return checks.some(({ state }) => state === 'fail') ? EXIT_CODE.environment : EXIT_CODE.done;
}

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;
const WIDTH = 'working directory'.length;

function findingText({ check, state, said, hint }: Finding, { style }: Terminal['out']): string {
  const head = styled(style, COLOURS[state], state.padEnd('fail'.length));
  const line = `${head}  ${check.padEnd(WIDTH)}  ${visible(said)}\n`;
  return hint === undefined ? line : `${line}      ${' '.repeat(WIDTH)}  ${visible(hint)}\n`;
}
