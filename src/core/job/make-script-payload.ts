import type { ScriptPayload } from './script-payload.ts';
import type { Job } from './job.ts';
import type { AttemptValues } from './render-command.ts';
import { resourceValues } from './resource-values.ts';

/** What the script of a job gets to know. Only for rules with a script. */
export function scriptPayload(
  job: Job,
  given: AttemptValues & { readonly attempt: number },
): ScriptPayload {
  const { run, name } = job.rule;
  if (run?.kind !== 'script') throw new Error(`rule ${name} has no script`);
  const { label, wildcards, input, output, log } = job;
  const { params, request, config, attempt } = given;
  return {
    version: 1,
    rule: name,
    label,
    wildcards,
    input,
    output,
    log,
    params,
    threads: request.threads,
    resources: resourceValues(request),
    config,
    attempt,
    scriptDirectory: run.path.slice(0, Math.max(1, run.path.lastIndexOf('/'))),
  };
}
