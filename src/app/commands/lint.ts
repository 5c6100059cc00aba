import { usageError } from '../../core/catalogue/usage.ts';
import { type Diagnostic, EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { lintRules } from '../../core/lint/lint-rules.ts';
import { diagnosticsText } from '../../ui/text/diagnostic-text.ts';
import { countText } from '../../ui/text/duration-text.ts';
import { diagnosticJson, jsonText } from '../../ui/text/json-text.ts';
import { type ReadWorkflow, readWorkflow } from '../load-workflow.ts';
import type { Arguments } from '../parse-arguments.ts';
import { readLines } from '../read-text.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';

/**
 * `flow lint [FILE]`: all that is wrong with a workflow, and what is probably not meant in it. Exits
 * with 1 if there is any.
 */
export async function lintCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const [file = args.value('file'), more] = args.words;
  if (more !== undefined) throw new FlowError(ONE_FILE);
  const workspace = openWorkspace(args, terminal.directory);
  const { findings, subject } = await look(
    args,
    { ...workspace, importModule: terminal.importModule },
    file,
  );
  const { out, err, isJson } = terminal;
  if (isJson) out.write(jsonText({ findings: findings.map(diagnosticJson) }));
  else {
    const directory = workspace.workingDirectory;
    if (findings.length > 0) {
      out.write(`${diagnosticsText(findings, { readLines, directory, style: out.style })}\n\n`);
    }
    err.write(
      findings.length === 0
        ? `nothing found${subject}\n`
        : `${countText(findings.length, 'finding')}${subject}\n`,
    );
  }
  return findings.length === 0 ? EXIT_CODE.done : EXIT_CODE.findings;
}

const ONE_FILE = usageError({
  title: '`flow lint` looks at one workflow file at a time',
  hint: 'files that it includes are looked at with it',
});

interface Findings {
  readonly findings: readonly Diagnostic[];
  /** What was looked at, if it could be read. */
  readonly subject: string;
}

async function look(
  args: Arguments,
  workspace: Workspace & Pick<Terminal, 'importModule'>,
  file: string | undefined,
): Promise<Findings> {
  let workflow: ReadWorkflow;
  const read = new Map<string, string>();
  try {
    workflow = await readWorkflow(args, { ...workspace, yamlTexts: read }, file);
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    // That there is no workflow, or that it cannot be read, is no finding about one.
    if (error.diagnostics.every(({ kind }) => kind !== 'workflow')) throw error;
    return { findings: await withSchema(error.diagnostics, read), subject: '' };
  }
  const { rules, warnings, yamlTexts } = workflow;
  const lines = new Map<string, readonly string[]>();
  const linesOf = (path: string): readonly string[] => {
    const known = lines.get(path) ?? readLines(path) ?? [];
    lines.set(path, known);
    return known;
  };
  const found = lintRules(rules, ({ file: path, line, column }) =>
    (linesOf(path)[line - 1] ?? '').slice(column - 1),
  );
  const others = [...found, ...(await unusedConfig(workflow))];
  const findings = [...(await withSchema(warnings, yamlTexts)), ...others];
  const isPlural = yamlTexts.size > 1;
  return {
    findings,
    subject: ` in ${countText(rules.length, 'rule')}${isPlural ? ` of ${yamlTexts.size} files` : ''}`,
  };
}

/** With what the schema does not allow at other places. */
async function withSchema(
  said: readonly Diagnostic[],
  yamlTexts: ReadonlyMap<string, string>,
): Promise<readonly Diagnostic[]> {
  if (yamlTexts.size === 0) return said;
  const { schemaFindings } = await import('../../lang/yaml/schema-findings.ts');
  return [...said, ...schemaFindings(yamlTexts, said)];
}

/** Scripts and TypeScript see all of the config, and nobody knows what they ask for. */
async function unusedConfig({
  file,
  rules,
  yamlTexts,
}: ReadWorkflow): Promise<readonly Diagnostic[]> {
  const isYamlOnly = yamlTexts.has(file) && rules.every(({ span }) => yamlTexts.has(span.file));
  if (!isYamlOnly || rules.some(({ run }) => run?.kind === 'script')) return [];
  const { unusedConfigKeys } = await import('../../lang/yaml/unused-config.ts');
  return unusedConfigKeys(yamlTexts);
}
