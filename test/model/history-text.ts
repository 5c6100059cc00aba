import type { FileChange } from './world.ts';
import type { InputSpec, JobSpec, RunStep, Step } from './history.ts';
import { requestedBy } from './requested.ts';
import type { World } from './world.ts';

/** The rules for people, in the notation of the graph rig. */
export function rulesText({ sources, jobs }: World): string {
  return [`sources: ${sources.join(' ')}`, ...jobs.map((job) => `  ${jobText(job)}`)].join('\n');
}

function jobText({ name, inputs, outputs, isCoarse, hasCommand }: JobSpec): string {
  const left = outputs.map(({ file, isTemp, isOptional }) => {
    const marked = isTemp ? `temp(${file})` : file;
    return isOptional ? `optional(${marked})` : marked;
  });
  const notes = [...(isCoarse ? ['coarse'] : []), ...(hasCommand ? [] : ['target rule'])];
  const note = notes.length > 0 ? `   (${notes.join(', ')})` : '';
  return `${name}: ${left.join(' ')} <- ${inputs.map(inputText).join(' ')}${note}`;
}

function inputText({ file, edge, name }: InputSpec): string {
  const flagged = edge === 'data' ? file : `${edge}(${file})`;
  return name === undefined ? flagged : `${name}=${flagged}`;
}

/** What a step did, once it is done. */
export function changeText(
  step: Exclude<Step, { kind: 'run' }>,
  world: World,
  changes: readonly FileChange[],
): string {
  if ('job' in step) {
    const job = world.jobs[step.job % world.jobs.length];
    return `${step.kind}: ${job === undefined ? '' : jobText(job)}`;
  }
  const done = changes.map((change) =>
    change.kind === 'delete'
      ? change.path
      : `${change.path} = ${change.file.content} at ${change.file.time}`,
  );
  return [step.kind, ...done].join(' ');
}

export function runText(step: RunStep, world: World): string {
  const { targets, force, without, failing, kill } = step;
  const { files, jobs, forcedRule } = requestedBy(step, world);
  const names = (numbers: readonly number[]): string =>
    numbers.map((number) => world.jobs[number % world.jobs.length]?.name).join(' ');
  const parts = ['run', ...files, ...jobs.map(({ name }) => name)];
  if (targets.length === 0) parts.push('(everything)');
  if (force !== 'no') {
    parts.push(`, force ${typeof force === 'string' ? force : forcedRule}`);
  }
  if (without.length > 0) parts.push(`, without triggers ${without.join(' ')}`);
  if (failing.length > 0) parts.push(`, fails: ${names(failing)}`);
  if (kill !== undefined) parts.push(`, killed at start ${kill.start}: ${kill.leaves}`);
  return parts.join(' ').replaceAll(' ,', ',');
}
