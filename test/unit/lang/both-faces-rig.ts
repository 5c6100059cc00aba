import type { Workflow } from '../../../src/lang/open-workflow.ts';
import type { InputContext, Rule } from '../../../src/core/rule/rule.ts';
import type { Files } from './workflow-rig.ts';

/** The same workflow in both faces. */
export interface Pair {
  readonly js: string;
  readonly yaml: string;
  readonly config?: object;
  readonly more?: Files;
}

/** The rules without places, functions replaced by what they do. */
export async function plain({ rules }: Workflow): Promise<unknown> {
  return await Promise.all(
    rules.map(async (rule) => ({ ...noSpans(rule), input: await inputs(rule) })),
  );
}

async function inputs(rule: Rule): Promise<unknown> {
  return await Promise.all(
    rule.input.map(async (group) => {
      if (group.kind === 'patterns') return noSpans(group);
      return { name: group.name, edge: group.edge, asked: await group.call(CONTEXT) };
    }),
  );
}

/** A disk that answers every glob with the glob. */
const CONTEXT: InputContext = {
  wildcards: { s: 'S*' },
  config: {},
  files: { exists: () => true, glob: (pattern) => [pattern] },
};

/** Patterns and templates as their sources. */
function noSpans(value: unknown): object {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === 'span') return undefined;
      const hasSource = typeof inner === 'object' && inner !== null && 'source' in inner;
      return hasSource ? inner.source : inner;
    }),
  );
}
