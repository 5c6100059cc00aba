import { VERDICT, type Plan, type Verdict } from '../../core/plan/plan.ts';

/** How a job is drawn, by verdict; read by people who cannot tell colours apart too. */
const LOOKS: Readonly<Record<Verdict, string>> = {
  [VERDICT.keep]: 'style="rounded,dashed"',
  [VERDICT.run]: 'style="rounded,bold"',
  [VERDICT.conditional]: 'style="rounded"',
  [VERDICT.dormant]: 'style="rounded,dotted"',
  [VERDICT.held]: 'style="rounded,filled", fillcolor="#eeeeee"',
};

/** The jobs of a plan in Graphviz's language, arrows from what is needed to what needs it. */
export function jobGraphDot(plan: Plan, label: (job: number) => string): string {
  const { graph } = plan;
  const lines = ['digraph jobs {', '  node [shape=box, fontname="sans-serif"];'];
  for (const job of graph.order) {
    // A column holds only verdicts.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const look = LOOKS[(plan.verdict[job] ?? VERDICT.keep) as Verdict];
    lines.push(`  ${job} [label=${quoted(label(job))}, ${look}];`);
  }
  for (const job of graph.order) {
    for (const need of producersOf(plan, job)) lines.push(`  ${need} -> ${job};`);
  }
  return [...lines, '}'].join('\n');
}

/** The rules of a plan: one node a rule that has jobs in it, one arrow where any job has one. */
export function ruleGraphDot(plan: Plan): string {
  const { graph } = plan;
  const rules = new Set<number>();
  const arrows = new Set<string>();
  for (const job of graph.order) {
    const rule = graph.ruleIndex[job] ?? 0;
    rules.add(rule);
    for (const need of producersOf(plan, job)) {
      arrows.add(`  ${graph.ruleIndex[need]} -> ${rule};`);
    }
  }
  const nodes = [...rules].map(
    (rule) => `  ${rule} [label=${quoted(graph.rules[rule]?.name ?? '')}];`,
  );
  const head = ['digraph rules {', '  node [shape=box, style=rounded, fontname="sans-serif"];'];
  return [...head, ...nodes, ...arrows, '}'].join('\n');
}

function producersOf({ graph }: Plan, job: number): ReadonlySet<number> {
  const start = graph.inputStart[job] ?? 0;
  const end = graph.inputStart[job + 1] ?? start;
  const needs = new Set<number>();
  for (const file of graph.inputFile.subarray(start, end)) {
    const producer = graph.producer[file] ?? -1;
    if (producer >= 0) needs.add(producer);
  }
  return needs;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
