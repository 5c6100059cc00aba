import type { ScriptPayload } from './script-payload.ts';
import type { Job } from './job.ts';
import { type AttemptValues, templateValues } from './render-command.ts';

/** What the script of a job gets to know. Only for rules with a script. */
export function scriptPayload(
  job: Job,
  given: AttemptValues & { readonly attempt: number },
): ScriptPayload {
  const { run, name } = job.rule;
  if (run?.kind !== 'script') throw new Error(`rule ${name} has no script`);
  return {
    version: 1,
    rule: name,
    label: job.label,
    ...templateValues(job, given),
    attempt: given.attempt,
    scriptDirectory: run.path.slice(0, Math.max(1, run.path.lastIndexOf('/'))),
  };
}
