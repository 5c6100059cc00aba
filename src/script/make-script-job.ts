import type { ScriptPayload } from '../core/job/script-payload.ts';
import { namedFiles } from '../core/rule/named-files.ts';
import type { ScriptJob } from './script-job.ts';

/** The job as a TypeScript script sees it; `tmpdir` is a folder for what it throws away. */
export function makeScriptJob(payload: ScriptPayload, tmpdir: string): ScriptJob {
  const { rule, label, log, threads, config, attempt, params } = payload;
  return {
    rule,
    label,
    input: strict(`rule \`${rule}\` has no input`, namedFiles(payload.input)),
    output: strict(`rule \`${rule}\` has no output`, namedFiles(payload.output)),
    log,
    params: { positional: params.positional, ...params.named },
    wildcards: strict(`rule \`${rule}\` has no wildcard`, payload.wildcards),
    threads,
    resources: { ...payload.resources, tmpdir },
    config,
    attempt,
  };
}

/** Asking for a name that is not there throws, so that a slip does not become `undefined`. */
function strict<Named extends object>(what: string, named: Named): Named {
  return new Proxy(named, {
    get: (target, name): unknown => {
      if (typeof name === 'string' && !(name in target) && !PROBED.has(name)) {
        const known = Object.keys(target).map((it) => `\`${it}\``);
        throw new Error(`${what} \`${name}\`; there is ${known.join(', ') || 'none'}`);
      }
      return Reflect.get(target, name);
    },
  });
}

/** What JavaScript itself asks objects for. */
const PROBED = new Set(['then', 'toJSON']);
