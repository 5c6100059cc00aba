import { drawingTooLarge } from '../../core/catalogue/drawing.ts';
import { usageError } from '../../core/catalogue/usage.ts';
import { didYouMean } from '../../core/did-you-mean.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import type { Plan } from '../../core/plan/plan.ts';
import { graphDot } from '../../ui/text/graph-dot.ts';
import { graphJson } from '../../ui/text/graph-json.ts';
import { graphMermaid } from '../../ui/text/graph-mermaid.ts';
import { drawFiles, drawJobs, drawRules, type GraphDrawing } from '../../ui/view/graph-drawing.ts';
import { loadWorkflow } from '../load-workflow.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';
import { planWithoutTrace } from './dry-run.ts';

/** Laying this much out takes some ten seconds; nobody finds anything in what comes of more. */
const LAYOUT_WORK_AT_MOST = 5_000;
/** What Mermaid draws if it is not told otherwise. */
const MERMAID_EDGES = 500;

/**
 * `flow graph TARGET...`: the jobs, or with `--rules` the rules, or with `--files` jobs and files, in
 * the language that `--format` names.
 */
export async function graphCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const format = args.value('format') ?? (terminal.isJson ? 'json' : 'dot');
  const write = WRITERS.get(format);
  if (write === undefined) throw new FlowError(unknownFormat(format));
  if (terminal.isJson && format !== 'json') throw new FlowError(JSON_AND_FORMAT);
  if (args.has('rules') && args.has('files')) throw new FlowError(RULES_AND_FILES);
  const workspace = openWorkspace(args, terminal.directory);
  const workflow = await loadWorkflow(args, workspace, terminal);
  const { plan } = await planWithoutTrace({ args, terminal, workspace, workflow });
  const text = await write(drawingOf(args, plan), terminal);
  terminal.out.write(`${text}\n`);
  return EXIT_CODE.done;
}

function drawingOf(args: Arguments, plan: Plan): GraphDrawing {
  if (args.has('rules')) return drawRules(plan);
  return args.has('files') ? drawFiles(plan) : drawJobs(plan);
}

type Writer = (drawing: GraphDrawing, terminal: Terminal) => string | Promise<string>;

const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['dot', graphDot],
  ['mermaid', mermaid],
  ['svg', svg],
  ['json', graphJson],
]);

function mermaid(drawing: GraphDrawing, { err }: Terminal): string {
  if (drawing.edges.length > MERMAID_EDGES) {
    err.write(
      `${drawing.edges.length} edges: Mermaid draws more than ${MERMAID_EDGES} only if its \`maxEdges\` says so; \`--rules\` has fewer\n`,
    );
  }
  return graphMermaid(drawing);
}

/** What lays graphs out is loaded by who asks for it. */
async function svg(drawing: GraphDrawing): Promise<string> {
  const [{ graphSvg }, { layoutWork }] = await Promise.all([
    import('../../ui/text/graph-svg.ts'),
    import('../../ui/view/graph-layout.ts'),
  ]);
  const work = layoutWork(drawing);
  if (work > LAYOUT_WORK_AT_MOST) {
    const { nodes, edges, of } = drawing;
    throw new FlowError(drawingTooLarge({ of, nodes: nodes.length, edges: edges.length }));
  }
  return graphSvg(drawing);
}

const JSON_AND_FORMAT = usageError({
  title: '`--json` and `--format` do not go together',
  hint: '`--json` is short for `--format json`',
});

const RULES_AND_FILES = usageError({
  title: '`--rules` and `--files` do not go together',
  hint: '`--rules` draws rules, `--files` draws jobs and their files',
});

function unknownFormat(word: string): ReturnType<typeof usageError> {
  const formats = [...WRITERS.keys()];
  return usageError({
    title: `\`--format ${word}\`: there is no such format`,
    hint: didYouMean(word, formats) ?? `it takes one of ${formats.join(', ')}`,
  });
}
