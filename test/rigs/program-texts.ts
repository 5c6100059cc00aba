import type { JobSpec, RunStep } from '../model/history.ts';
import { shellText } from '../model/commands.ts';
import { requestedBy } from '../model/requested.ts';
import type { World } from '../model/world.ts';
import type { Ended } from './program-flow.ts';

const TRIGGERS = ['mtime', 'input', 'code', 'params', 'software-env'] as const;

export interface LoggedEvent {
  readonly kind: string;
  readonly job?: { readonly rule: string };
  readonly outcome?: { readonly kind: string };
}

export function isRefusal({ code, err }: Ended): boolean {
  return code === 2 && err.includes('error[edited-beside-missing]');
}

export function wordsOf(step: RunStep, world: World): string[] {
  const { files, jobs, needed, forcedRule } = requestedBy(step, world);
  const words = ['-k', ...files, ...jobs.map(({ name }) => name)];
  if (step.force === 'all') words.push('-F');
  else if (step.force === 'targets') words.push('-f');
  else if (needed.some(({ name }) => name === forcedRule)) words.push(`--forcerun=${forcedRule}`);
  if (step.without.length > 0) {
    const left = TRIGGERS.filter((trigger) => !new Set<string>(step.without).has(trigger));
    words.push('--rerun-triggers', left.join(','));
  }
  return words;
}

export function keyOf(rule: string, jobs: readonly JobSpec[]): string {
  return jobs.find(({ name }) => name === rule)?.key ?? rule;
}

/** Keys of the jobs of a dry run that are to run or may have to, and of those that are held. */
export function jobsOfPlan(
  out: string,
  jobs: readonly JobSpec[],
): { readonly planned: readonly string[]; readonly held: readonly string[] } {
  const planned: string[] = [];
  const held: string[] = [];
  for (const line of out.split('\n')) {
    const { name, why } = /^(?<name>j\w+): (?<why>.*)/u.exec(line)?.groups ?? {};
    if (name !== undefined)
      (why?.startsWith('held') === true ? held : planned).push(keyOf(name, jobs));
  }
  return { planned, held };
}

interface Attempts {
  readonly ran: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/** What lines of a journal say, by keys of jobs. */
export function attemptsIn(lines: readonly string[], jobs: readonly JobSpec[]): Attempts {
  const rules = new Map<string, string>();
  const ran = new Set<string>();
  const failed = new Set<string>();
  const removed = new Set<string>();
  for (const line of lines) {
    const { started, ended, job, removed: paths }: JournalLine = JSON.parse(line.slice(9));
    if (started !== undefined) rules.set(started.token, started.rule);
    if (job?.how === 'ran') ran.add(keyOf(job.rule, jobs));
    const rule = ended === undefined ? undefined : rules.get(ended);
    if (rule !== undefined) failed.add(keyOf(rule, jobs));
    for (const path of paths ?? []) removed.add(path);
  }
  return { ran, failed, removed };
}

interface JournalLine {
  readonly started?: { readonly token: string; readonly rule: string };
  readonly ended?: string;
  readonly job?: { readonly how: string; readonly rule: string };
  readonly removed?: readonly string[];
}

/** The default target needs nothing, so that it holds no temporary file. */
export function yamlOf(jobs: readonly JobSpec[]): string {
  const rules = Object.fromEntries(jobs.map((job) => [job.name, ruleOf(job)]));
  return JSON.stringify({ rules: { nothing: { default: true, input: [] }, ...rules } }, null, 1);
}

function ruleOf(job: JobSpec): object {
  const input = job.inputs.map(({ file }) => file);
  if (!job.hasCommand) return { input };
  return {
    input,
    output: job.outputs.map(({ file, isTemp }) => (isTemp ? { temp: file } : file)),
    params: { level: job.params },
    shell: `${failing(job)}\n${commandText(job)}`,
  };
}

/** A job that is to fail leaves half of what it was to make. */
function failing({ key, outputs }: JobSpec): string {
  const halves = outputs.map(({ file }) => `echo half.0 > ${file}; `).join('');
  return `if [ -e "$NOTES/failing/${key}" ]; then ${halves}exit 1; fi`;
}

/** The same text whatever the inputs and the params are, or a change of those would be one of code. */
function commandText(job: JobSpec): string {
  const text = shellText({ ...job, inputs: [] }, '{params.level}');
  const reading = 'for file in {input}; do contents+=("$(cat "$file")"); done';
  return text.replace('contents=()', () => `contents=()\n${reading}`);
}
