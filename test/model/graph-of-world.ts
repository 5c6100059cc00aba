import { buildGraph } from '../../src/core/graph/build-graph.ts';
import type { JobGraph } from '../../src/core/graph/job-graph.ts';
import type { PathTable } from '../../src/core/graph/path-table.ts';
import type { InputGroup, Rule } from '../../src/core/rule/rule.ts';
import { ruleOf } from '../rigs/rule-notation.ts';
import type { JobSpec } from './history.ts';
import type { Requested } from './requested.ts';

/** The job graph of what a run asks for, built from rules as the program would. */
export function graphOf(
  jobs: readonly JobSpec[],
  { files, jobs: targetJobs }: Pick<Requested, 'files' | 'jobs'>,
  { paths, exists }: { paths: PathTable; exists: (path: string) => boolean },
): Promise<JobGraph> {
  return buildGraph({
    rules: jobs.map((job, index) => ruleOfJob(job, index + 1)),
    paths,
    config: {},
    targets: { files, rules: targetJobs.map(({ name }) => name) },
    exists,
    isOurs: () => false,
    questions: { exists, glob: () => [] },
  });
}

function ruleOfJob(job: JobSpec, line: number): Rule {
  const outputs = job.outputs.map(({ file }) => file);
  const inputs = job.inputs.map(({ file, edge }) => (edge === 'data' ? file : `${edge}(${file})`));
  const rule = ruleOf(`${job.name}: ${outputs.join(' ')} <- ${inputs.join(' ')}`, line);
  const command = ruleOf(`${job.name}: command <-`, line).run;
  const [group] = rule.input;
  const items = group?.kind === 'patterns' ? group.items : [];
  const input = items.map((item, place): InputGroup => {
    return { kind: 'patterns', name: job.inputs[place]?.name, isList: false, items: [item] };
  });
  const output = rule.output.map((files) => ({
    ...files,
    items: files.items.map((item, place) => {
      const { isTemp = false, isOptional = false } = job.outputs[place] ?? {};
      return { ...item, isTemp, isOptional };
    }),
  }));
  return { ...rule, input, output, run: job.hasCommand ? command : undefined };
}
