import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAILED_FOLDER, FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { runIds } from '../../adapters/run-history.ts';
import { readReceipt, restoreFromTrash, stampsInTrash } from '../../adapters/trash.ts';
import { nothingInTrash } from '../../core/catalogue/clean.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { FILE_KIND } from '../../core/plan/file-facts.ts';
import { keptText } from '../../ui/text/clean-text.ts';
import { countText } from '../../ui/text/duration-text.ts';
import { visible } from '../../ui/text/visible.ts';
import type { CleanContext } from './clean-context.ts';
import { madeOutputs } from './made-outputs.ts';
import { countOf } from '../number-option.ts';

/** `--runs N`: removes for good what older runs than the last N left: events and logs. */
export function cleanRuns({ args, terminal }: CleanContext): number {
  const { out, err } = terminal;
  const old = runIds(FLOW_FOLDER).slice(countOf(args, 'runs', 0));
  const isDry = args.has('dry-run');
  for (const id of old) {
    out.write(`${FLOW_FOLDER}/runs/${id}\n`);
    if (!isDry) rmSync(`${FLOW_FOLDER}/runs/${id}`, { recursive: true, force: true });
  }
  err.write(`${isDry ? 'would remove' : 'removed'} ${countText(old.length, 'run')}\n`);
  return EXIT_CODE.done;
}

/** `--failed`: removes for good what failed attempts left and `--keep-incomplete` kept. */
export function cleanFailed({ args, terminal: { out, err } }: CleanContext): number {
  const names = existsSync(FAILED_FOLDER) ? readdirSync(FAILED_FOLDER).toSorted() : [];
  const isDry = args.has('dry-run');
  for (const name of names) {
    out.write(`${FAILED_FOLDER}/${name}\n`);
    if (!isDry) rmSync(`${FAILED_FOLDER}/${name}`, { recursive: true, force: true });
  }
  err.write(`${isDry ? 'would remove' : 'removed'} ${countText(names.length, 'attempt')}\n`);
  return EXIT_CODE.done;
}

/**
 * `--untracked`: lists what lies in the folders of outputs, and is in no record. Of the working
 * directory itself nothing is listed: there lies what the user wrote.
 */
export function listUntracked({ terminal, records }: CleanContext): number {
  const { paths } = records;
  const folders = new Set(madeOutputs(records).map(({ path }) => dirname(path)));
  folders.delete('.');
  for (const folder of [...folders].toSorted()) {
    for (const { name, isFolder } of entriesOf(folder)) {
      const path = join(folder, name);
      const file = paths.find(path);
      const isKnown = file >= 0 && records.fileKind(file) !== FILE_KIND.absent;
      if (!isFolder && !isKnown) terminal.out.write(`${visible(path)}\n`);
    }
  }
  return EXIT_CODE.done;
}

/** `--restore STAMP`: puts back what was moved to the trash. */
export function restore({ args, terminal }: CleanContext): number {
  const { out, err } = terminal;
  const stamp = args.value('restore') ?? '';
  const receipt = /^[\w-]+$/u.test(stamp) ? readReceipt(stamp) : undefined;
  if (receipt === undefined) throw new FlowError(nothingInTrash(stamp, stampsInTrash()[0]));
  if (args.has('dry-run')) {
    for (const { path } of receipt.files) out.write(`${visible(path)}\n`);
    return EXIT_CODE.done;
  }
  const { back, taken } = restoreFromTrash(stamp, receipt);
  for (const path of back) out.write(`${visible(path)}\n`);
  if (taken.length > 0) err.write(`${keptText('taken', taken)}\n`);
  err.write(`put ${countText(back.length, 'output')} back\n`);
  return EXIT_CODE.done;
}

/** Names in the order of their letters; none if the folder is gone. */
function entriesOf(folder: string): { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
