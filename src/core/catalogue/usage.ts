import type { Diagnostic } from '../diagnostic.ts';

/** The command line cannot be read, or asks for what does not go together. */
export function usageError({ title, hint }: { title: string; hint: string }): Diagnostic {
  return { code: 'usage', kind: 'usage', severity: 'error', title, spans: [], facts: [], hint };
}

/** No workflow file was named, and none lies where one is looked for. */
export function noWorkflow(looked: readonly string[]): Diagnostic {
  return {
    code: 'no-workflow',
    kind: 'usage',
    severity: 'error',
    title: 'no workflow file was found',
    spans: [],
    facts: [['looked for', looked.join(', ')]],
    hint: 'name one with `-s FILE`, or with `workflow:` in the config file',
  };
}

/** The config names a workflow by a word, and none of that name comes with flow. */
export function noShippedWorkflow(name: string, shipped: readonly string[]): Diagnostic {
  return {
    code: 'no-shipped-workflow',
    kind: 'usage',
    severity: 'error',
    title: `the config names the workflow \`${name}\`, and none of that name comes with flow`,
    spans: [],
    facts: [['there are', shipped.join(', ')]],
    hint: 'for a file of your own write a path with its ending, `workflow: ./flow.ts`',
  };
}

/** A workflow file or a config file that was named does not exist or cannot be read. */
export function unreadableFile(what: string, path: string, why: string): Diagnostic {
  return {
    code: 'unreadable-file',
    kind: 'usage',
    severity: 'error',
    title: `the ${what} \`${path}\` cannot be read: ${why}`,
    spans: [],
    facts: [],
    hint: 'check the path; it is relative to where you are, not to `--directory`',
  };
}

/** `logs` or `why` was asked for something that it does not know. */
export function unknownJob(word: string, near: readonly string[]): Diagnostic {
  return {
    code: 'unknown-job',
    kind: 'usage',
    severity: 'error',
    title: `no job and no file is called \`${word}\``,
    spans: [],
    facts: [],
    hint:
      near.length === 0
        ? 'name a rule, a job as `rule name=value`, or a file that a job makes'
        : `did you mean ${near.map((it) => `\`${it}\``).join(' or ')}?`,
  };
}
