import { statSync } from 'node:fs';
import { relative } from 'node:path';
import {
  type FolderWatcher,
  watchFolders,
  type WatchRequest,
} from '../../adapters/folder-watcher.ts';
import { FreshModules } from '../../adapters/modules/fresh-modules.ts';
import { type Diagnostic, EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { diagnosticsText } from '../../ui/text/diagnostic-text.ts';
import { changedText, watchingText } from '../../ui/text/watch-text.ts';
import { numberOf } from '../number-option.ts';
import type { Arguments } from '../parse-arguments.ts';
import { readLines } from '../read-text.ts';
import type { Terminal } from '../terminal.ts';
import { joinedRequests } from '../watch/joined-requests.ts';
import { type FileLook, lookAtFiles } from '../watch/look-at-files.ts';
import { settle } from '../watch/settle.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';
import { runCommand } from './run.ts';

/** How long a file is left alone before it is taken as whole. */
const QUIET_S = 1;
/** Another flow works in the folder: it is asked again so often. */
const LOCKED_RETRY_MS = 2_000;
/** A timer that holds the process, also where there is nothing that could be watched. */
const LONG_MS = 1e9;

/**
 * `flow watch TARGET...`: runs, waits until something changes that the run was made from, and runs
 * again, until a signal ends it.
 */
export async function watchCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const quietMs = numberOf(args, 'settle', QUIET_S) * 1000;
  const workspace = openWorkspace(args, terminal.directory);
  const watch = new Watch(args, terminal, workspace);
  try {
    while (!watch.isStopped) {
      await watch.round();
      await watch.nextChange(quietMs);
    }
  } finally {
    await watch.close();
  }
  return EXIT_CODE.interrupted;
}

class Watch {
  readonly #args: Arguments;
  readonly #terminal: Terminal;
  readonly #workspace: Workspace;
  readonly #modules: FreshModules;
  readonly #ignoreSignals: () => void;
  readonly #changed = new Set<string>();
  #watcher: FolderWatcher | undefined;
  #watched: WatchRequest | undefined;
  /** Ends what is waited for, if it is for changes or not. */
  #wake: (isChange: boolean) => void = () => undefined;
  #isLocked = false;
  #wasRefused = false;
  isStopped = false;

  constructor(args: Arguments, terminal: Terminal, workspace: Workspace) {
    this.#args = args;
    this.#modules = new FreshModules(terminal.importModule);
    this.#terminal = { ...terminal, importModule: this.#modules.importModule };
    this.#workspace = workspace;
    this.#ignoreSignals = terminal.onSignal(() => {
      this.isStopped = true;
      this.#wake(false);
    });
  }

  /** Finds out what to watch, and then runs, so that what changes from then on is seen. */
  async round(): Promise<void> {
    // Node keeps each module that it ran, so none is run again only because a lock is asked for.
    if (!this.#isLocked || this.#changed.size > 0) this.#modules.nextRound();
    // What changes from here on may have been looked at already.
    this.#changed.clear();
    const look = await lookAtFiles(this.#args, this.#workspace, this.#terminal);
    const last = this.#watcher;
    // Nothing was made yet that could be mended while it is watched.
    if (last === undefined && look.error?.diagnostics[0].kind === 'usage') throw look.error;
    const request =
      look.error === undefined || this.#watched === undefined
        ? look.request
        : joinedRequests(look.request, this.#watched);
    this.#watched = request;
    this.#watcher = await watchFolders(request, {
      changed: (path) => {
        this.#changed.add(path);
        this.#wake(true);
      },
      refused: (warning) => this.#refused(warning),
    });
    await last?.close();
    if (this.isStopped) return;
    await this.#run(look);
    if (!this.isStopped && !this.#isLocked) {
      const { files, folders, trees } = request;
      this.#say(watchingText(files.size + trees.size, folders.size));
    }
  }

  /** Until something has changed and is quiet again, or a signal has come. */
  async nextChange(quietMs: number): Promise<void> {
    if (this.#isLocked) {
      await this.#wait({ ms: LOCKED_RETRY_MS, isForChange: false });
      return;
    }
    while (this.#changed.size === 0 && !this.isStopped) {
      await this.#wait({ ms: undefined, isForChange: true });
    }
    await settle(this.#changed, quietMs, {
      look: signOf,
      pause: async (ms) => await this.#wait({ ms, isForChange: false }),
    });
    if (this.isStopped) return;
    const { workingDirectory } = this.#workspace;
    this.#say(changedText([...this.#changed].map((path) => relative(workingDirectory, path))));
  }

  async close(): Promise<void> {
    this.#ignoreSignals();
    await this.#watcher?.close();
    this.#modules.close();
  }

  async #run({ error }: FileLook): Promise<void> {
    try {
      if (error !== undefined) throw error;
      const code = await runCommand(this.#args, this.#terminal);
      this.#isLocked = false;
      if (code === EXIT_CODE.interrupted) this.isStopped = true;
    } catch (thrown) {
      if (!(thrown instanceof FlowError)) throw thrown;
      const wasLocked = this.#isLocked;
      this.#isLocked = thrown.diagnostics[0].code === 'locked';
      if (!(wasLocked && this.#isLocked)) this.#tell(thrown.diagnostics);
    }
  }

  /** A signal ends it early, and so does a change if it is for that. */
  async #wait({ ms = LONG_MS, isForChange }: Wait): Promise<void> {
    if (this.isStopped) return;
    await new Promise<void>((end) => {
      const timer = setTimeout(end, ms);
      this.#wake = (isChange) => {
        if (isChange && !isForChange) return;
        clearTimeout(timer);
        end();
      };
    });
    this.#wake = () => undefined;
  }

  /** Where one file cannot be watched many cannot, so it is said once. */
  #refused(warning: Diagnostic): void {
    if (!this.#wasRefused) this.#tell([warning]);
    this.#wasRefused = true;
  }

  #say(text: string): void {
    if (!this.#args.has('quiet')) this.#terminal.err.write(`${text}\n`);
  }

  #tell(diagnostics: readonly Diagnostic[]): void {
    const { err, directory } = this.#terminal;
    err.write(`${diagnosticsText(diagnostics, { readLines, directory, style: err.style })}\n`);
  }
}

interface Wait {
  /** Undefined: as long as it takes. */
  readonly ms: number | undefined;
  readonly isForChange: boolean;
}

function signOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 'absent' : `${stat.size} ${stat.mtimeMs}`;
}
