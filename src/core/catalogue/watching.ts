import type { Diagnostic } from '../diagnostic.ts';

/** `flow watch`: the system watches no more files for us. It goes on with those that it watches. */
export function notWatched({ path, code }: { path: string; code: string }): Diagnostic {
  const isLimit = code === 'ENOSPC' || code === 'EMFILE';
  return {
    code: 'not-watched',
    kind: 'environment',
    severity: 'warning',
    title: `\`${path}\` cannot be watched${isLimit ? ', nor can others: this machine watches no more files' : `: ${code}`}`,
    spans: [],
    facts: [],
    hint: isLimit
      ? 'raise the limit with `sysctl fs.inotify.max_user_watches=1000000`, or watch fewer targets'
      : 'changes there are not seen; run `flow` by hand after them',
  };
}
