import { observeFiles } from '../../adapters/observe-files.ts';
import { isOutside, isThere, moveToTrash } from '../../adapters/trash.ts';
import { outputsNeeded } from '../../core/catalogue/clean.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import type { FileId } from '../../core/graph/path-table.ts';
import type { FileFacts } from '../../core/plan/file-facts.ts';
import type { Plan } from '../../core/plan/plan.ts';
import { keptText, movedText } from '../../ui/text/clean-text.ts';
import { visible } from '../../ui/text/visible.ts';
import type { CleanContext } from './clean-context.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { isEditedByHand, type MadeOutput, madeOutputs, selectOutputs } from './made-outputs.ts';
import { makeRequestPlan } from '../make-request-plan.ts';
import { isTemporary, neededOutputs } from './needed-outputs.ts';

/**
 * Moves outputs to the trash: those that are named, `--all`, or with `--temp` what is left of
 * temporary ones. What the default target still needs stays, and so does
 * what is protected or was edited by hand, unless `--force` says otherwise; what does not lie in the
 * working directory stays in any case.
 */
export async function cleanOutputs(context: CleanContext): Promise<number> {
  const { args, terminal, workspace, records, stamp } = context;
  const { out, err } = terminal;
  const made = madeOutputs(records).filter(({ path }) => isThere(path));
  const named = args.words.length > 0 ? selectOutputs(made, args.words) : made;
  const isForced = args.has('force') && !args.has('temp');
  const plan = isForced ? undefined : await defaultPlan(context);
  const chosen = args.has('temp') ? temporary(named, plan) : named;
  const kept = {
    outside: chosen.filter(({ path }) => isOutside(path)),
    protected: isForced ? [] : chosen.filter(({ path }) => workspace.disk.isProtected(path)),
    edited: isForced ? [] : await editedAmong(context, chosen),
  };
  const stays = new Set(Object.values(kept).flat());
  const going = chosen
    .filter((it) => !stays.has(it))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  if (plan !== undefined && !args.has('temp')) refuseNeeded(plan, going);

  for (const { path } of going) out.write(`${visible(path)}\n`);
  tellKept(kept, terminal);
  const isDry = args.has('dry-run');
  if (!isDry && going.length > 0) {
    const files = going.map(({ path, rule, digest }) => ({ path, rule, sha256: digest ?? null }));
    moveToTrash(stamp, { version: 1, at: new Date().toISOString(), files });
  }
  err.write(`${movedText(going.length, isDry ? undefined : stamp)}\n`);
  return EXIT_CODE.done;
}

function tellKept(
  kept: Readonly<Record<'outside' | 'protected' | 'edited', readonly MadeOutput[]>>,
  { err }: CleanContext['terminal'],
): void {
  for (const why of ['outside', 'protected', 'edited'] as const) {
    const paths = kept[why].map(({ path }) => path);
    if (paths.length > 0) err.write(`${keptText(why, paths)}\n`);
  }
}

/** Of temporary outputs, those that nobody has still to read. */
function temporary(made: readonly MadeOutput[], plan: Plan | undefined): MadeOutput[] {
  if (plan === undefined) return [];
  const temps = made.filter((it) => isTemporary(it, plan.graph.rules));
  const needed = neededOutputs(plan, new Set(temps.map(({ file }) => file)));
  return temps.filter(({ file }) => !needed.has(file));
}

function refuseNeeded(plan: Plan, going: readonly MadeOutput[]): void {
  const needed = neededOutputs(plan, new Set(going.map(({ file }) => file)));
  if (needed.size > 0) throw new FlowError(outputsNeeded([...needed.values()]));
}

/** What a run of the default target would do now. */
async function defaultPlan(context: CleanContext): Promise<Plan> {
  const { args, terminal, workspace, records } = context;
  const workflow = await loadWorkflow(args, workspace, terminal);
  const hasher = workspace.hasher(0);
  try {
    const { plan } = await makeRequestPlan({
      workflow,
      words: [],
      args,
      isPlain: true,
      workingDirectory: workspace.workingDirectory,
      runFolder: '',
      records,
      disk: workspace.disk,
      hasher,
    });
    return plan;
  } finally {
    await hasher.close();
  }
}

async function editedAmong(
  { workspace, records }: CleanContext,
  outputs: readonly MadeOutput[],
): Promise<MadeOutput[]> {
  const facts = await look(workspace, records, outputs);
  return outputs.filter((output) => isEditedByHand(output, { records, facts }));
}

async function look(
  workspace: CleanContext['workspace'],
  records: CleanContext['records'],
  outputs: readonly { readonly file: FileId }[],
): Promise<FileFacts> {
  const wanted = new Uint8Array(records.paths.size);
  for (const { file } of outputs) wanted[file] = 1;
  const hasher = workspace.hasher(0);
  const { disk } = workspace;
  try {
    const { facts } = await observeFiles({ paths: records.paths, wanted, records, disk, hasher });
    return facts;
  } finally {
    await hasher.close();
  }
}
