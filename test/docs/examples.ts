import { normalise, parseSession, type Step } from '../scenarios/session.ts';
import type { Block, Page, Section } from './page.ts';

/**
 * A workflow of a page with the files beside it, and what is typed in its folder.
 *
 * A block whose info string ends in `flow.yaml` or `flow.ts` is a workflow; one that ends in
 * `rules` is some rules of a workflow; one that ends in the name of another file is that file,
 * beside all workflows of its section. A `console` block is typed in each workflow of its section,
 * in a folder of its own, and shows what is printed.
 */
export interface Example {
  /** The section's title, and where the workflow stands. */
  readonly name: string;
  readonly section: string;
  readonly workflow: string;
  /** By path. */
  readonly files: ReadonlyMap<string, string>;
  readonly sessions: readonly Block[];
}

export function examplesOf({ sections }: Page): Example[] {
  return sections.flatMap((section) => {
    const workflows = section.blocks.filter(isWorkflow);
    const beside = section.blocks.filter((block) => isFile(block) && !isWorkflow(block));
    const sessions = section.blocks.filter(isSession);
    if (workflows.length === 0 && beside.length + sessions.length > 0) {
      throw new Error(`section \`${section.title}\` has files or a session, and no workflow`);
    }
    return workflows.map((block) => example(section, { block, beside, sessions }));
  });
}

function example(
  { title }: Section,
  given: { block: Block; beside: readonly Block[]; sessions: readonly Block[] },
): Example {
  const { block, beside, sessions } = given;
  const workflow = block.language === 'yaml' ? 'flow.yaml' : 'flow.ts';
  const text = block.label === 'rules' ? wholeWorkflow(block) : block.text;
  return {
    name: `${title}, line ${block.line} (${block.language})`,
    section: title,
    workflow,
    files: new Map([
      ...beside.map(({ label, text: own }) => [label, own] as const),
      [workflow, text],
    ]),
    sessions,
  };
}

const isWorkflow = ({ label }: Block): boolean => /^(?:rules|flow\.(?:yaml|ts))$/u.test(label);
const isFile = ({ label }: Block): boolean => label !== '';
const isSession = ({ language }: Block): boolean => language === 'console';

/** What may be left out of an example: what surrounds the rules. */
function wholeWorkflow({ language, text }: Block): string {
  if (language === 'yaml') return `rules:\n${text.replaceAll(/^(?=.)/gmu, '  ')}`;
  const imports = EXPORTED.filter((name) =>
    new RegExp(String.raw`(?<!\w|(?<!\.\.)\.)${name}\(`, 'u').test(text),
  );
  const rules = Array.from(text.matchAll(/^const (\w+) = rule\(/gmu), ([, name = '']) => name);
  return [
    `import { ${imports.join(', ')} } from 'dagflow';\n`,
    `${text}\nexport default [${rules.join(', ')}];\n`,
  ].join('\n');
}

const EXPORTED = [
  'ancient',
  'directory',
  'discover',
  'ensure',
  'expand',
  'glob',
  'grid',
  'lookup',
  'multiext',
  'optional',
  'orderOnly',
  'protect',
  'report',
  'rule',
  'temp',
  'touch',
  'volatile',
];

/** What a session types and shows, with what differs from run to run by a word for it. */
export function stepsOf({ text }: Block): readonly Step[] {
  return parseSession(`shown in a page\n\n${text}`).steps.map((step) => ({
    ...step,
    shown: normalise(step.shown, '[no folder]'),
  }));
}
