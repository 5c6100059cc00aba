import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import type { PlanDifference } from '../plan/frozen-plan.ts';

/** `flow plan --out`: the folder holds a plan, and it is not this one. */
export function anotherPlan(folder: string, differences: readonly PlanDifference[]): Diagnostic {
  const shown = differences.slice(0, DIFFERENCES_SHOWN);
  const rest = differences.length - shown.length;
  return {
    code: 'another-plan',
    kind: 'usage',
    severity: 'error',
    title: `\`${folder}\` holds another plan`,
    spans: [],
    facts: [
      ...shown.map(differenceFact),
      ...(rest > 0 ? [['and', `${rest} more differences`] as const] : []),
    ],
    hint: 'write this one to another folder; a plan that is kept never changes',
  };
}

/** `flow plan --out`: something else lies there already. */
export function noPlanFolder(folder: string, found: string): Diagnostic {
  return {
    code: 'no-plan-folder',
    kind: 'usage',
    severity: 'error',
    title: `\`${folder}\` is there already, and ${found}`,
    spans: [],
    facts: [],
    hint: 'name a folder that is not there yet, or one that `flow plan` wrote',
  };
}

/** `flow plan --out`: a rule writes there. */
export function planAmongOutputs(
  folder: string,
  output: { readonly path: string; readonly rule: string; readonly span: SourceSpan },
): Diagnostic {
  return {
    code: 'no-plan-folder',
    kind: 'usage',
    severity: 'error',
    title: `\`${folder}\` is no place for a plan: rule \`${output.rule}\` makes \`${output.path}\``,
    spans: [{ span: output.span, label: 'this rule' }],
    facts: [],
    hint: 'name a folder that is not there yet, and that no rule makes',
  };
}

/** `flow plan --out`: the files of the plan that is kept are not as they were written. */
export function planFileChanged(folder: string, file: string): Diagnostic {
  return {
    code: 'plan-file-changed',
    kind: 'usage',
    severity: 'error',
    title: `\`${folder}/${file}\` is not as \`flow plan\` wrote it`,
    spans: [],
    facts: [],
    hint: 'put it back, or write the plan to another folder',
  };
}

const DIFFERENCES_SHOWN = 10;

function differenceFact(difference: PlanDifference): readonly [string, string] {
  switch (difference.kind) {
    case 'workflow':
      return difference.old === difference.new
        ? ['workflow', `\`${difference.new}\` has another text`]
        : ['workflow', `was \`${difference.old}\`, is \`${difference.new}\``];
    case 'directory':
      return ['directory', `was \`${difference.old}\`, is \`${difference.new}\``];
    case 'targets':
      return ['targets', `were ${targetsText(difference.old)}, are ${targetsText(difference.new)}`];
    case 'config': {
      const [was, is] = [difference.old ?? 'not there', difference.new ?? 'not there'];
      return ['config', `\`${difference.key}\` was ${was}, is ${is}`];
    }
    case 'new-job':
      return ['job', `\`${difference.label}\` is new`];
    case 'changed-job':
      return ['job', `\`${difference.label}\` has other ${difference.fields.join(', ')}`];
  }
}

function targetsText(targets: readonly string[]): string {
  return targets.length === 0 ? 'the default' : targets.map((it) => `\`${it}\``).join(' ');
}
