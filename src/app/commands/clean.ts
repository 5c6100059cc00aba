import { existsSync } from 'node:fs';
import { openJournal } from '../../adapters/file-journal.ts';
import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { recover } from '../../adapters/recover.ts';
import { newRunId } from '../../adapters/run-folder.ts';
import { acquireLock } from '../../adapters/run-lock.ts';
import { usageError } from '../../core/catalogue/usage.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { PathTable } from '../../core/graph/path-table.ts';
import { loadRecords } from '../../adapters/load-records.ts';
import { keptAsideText } from '../../ui/text/kept-aside-text.ts';
import type { CleanContext } from '../clean/clean-context.ts';
import type { Arguments } from '../parse-arguments.ts';
import { earlierAttempts, frozenTokens } from '../earlier-attempts.ts';
import { GRACE_MS } from '../run-context.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';
import { cleanOutputs } from '../clean/clean-outputs.ts';
import { cleanFailed, cleanRuns, listUntracked, restore } from '../clean/clean-folder.ts';

type Way = (context: CleanContext) => number | Promise<number>;

/**
 * `flow clean`: moves outputs that flow made to the trash, or does one of the other things that the
 * flags name. It holds the lock, unless it only looks.
 */
export async function cleanCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const way = wayOf(args);
  const workspace = openWorkspace(args, terminal.directory);
  if (!existsSync(FLOW_FOLDER)) {
    terminal.err.write('nothing has run here yet\n');
    return EXIT_CODE.done;
  }
  const stamp = newRunId(Date.now());
  const context = { args, terminal, workspace, stamp };
  if (args.has('dry-run') || args.has('untracked')) {
    return await way({
      ...context,
      records: loadRecords({ directory: FLOW_FOLDER }, new PathTable()),
    });
  }
  const flowFolder = `${workspace.workingDirectory}/${FLOW_FOLDER}`;
  const lock = await acquireLock({
    flowFolder,
    runId: stamp,
    nowMs: Date.now(),
    graceMs: GRACE_MS,
    spared: (run) => frozenTokens(run, workspace.disk),
  });
  try {
    const { records, journal } = openJournal({ directory: flowFolder }, new PathTable());
    try {
      const { lastWriteMs } = lock;
      const aside = { folder: `${FLOW_FOLDER}/trash/${stamp}-left`, lastWriteMs };
      const earlier = earlierAttempts(records, workspace.disk);
      const spared = new Set(earlier.map(({ spec }) => spec.token));
      const { kept } = recover({ records, disk: workspace.disk, journal, aside, spared });
      if (kept.length > 0) terminal.err.write(keptAsideText(kept));
    } finally {
      journal.close();
    }
    return await way({ ...context, records });
  } finally {
    lock.release();
  }
}

/** What is to be cleaned is said, and said once: there is no default. */
function wayOf(args: Arguments): Way {
  const ways: readonly (readonly [isAsked: boolean, way: Way])[] = [
    [args.words.length > 0, cleanOutputs],
    [args.has('all'), cleanOutputs],
    [args.has('temp'), cleanOutputs],
    [args.value('runs') !== undefined, cleanRuns],
    [args.has('failed'), cleanFailed],
    [args.has('untracked'), listUntracked],
    [args.value('restore') !== undefined, restore],
  ];
  const [asked, ...more] = ways.filter(([isAsked]) => isAsked);
  if (asked === undefined) throw new FlowError(usageError(NOTHING_SAID));
  if (more.length > 0) throw new FlowError(usageError(TOO_MUCH_SAID));
  return asked[1];
}

const CHOICES =
  'rules or outputs, `--all`, `--temp`, `--runs N`, `--failed`, `--untracked` or `--restore STAMP`';
const NOTHING_SAID = { title: 'it is not said what to clean', hint: `name one of: ${CHOICES}` };
const TOO_MUCH_SAID = { title: 'two things to clean at once', hint: `name one of: ${CHOICES}` };
