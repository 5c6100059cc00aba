import { readFileSync } from 'node:fs';
import type { CompiledModule } from '../adapters/modules/compiled-graph.ts';
import { digestOf } from '../adapters/modules/digest.ts';
import type { ModuleStore } from '../adapters/modules/module-store.ts';
import { fileNotReadable } from '../core/catalogue/environment.ts';
import { missingScript } from '../core/catalogue/workflow-file.ts';
import { type Diagnostic, FlowError } from '../core/diagnostic.ts';
import { configMentions, type UnwatchedLanguage } from '../core/job/config-mentions.ts';
import type { Rule, RunPart, ScriptLanguage } from '../core/rule/rule.ts';

/** What is known of the script files of some rules. */
export interface Scripts {
  /** Of the script's content and, for TypeScript, of all that it imports; undefined: no script. */
  digest(rule: Rule): string | undefined;
  /** What a script in bash or R says that it reads of this config; undefined: another language. */
  configMentions(rule: Rule, config: unknown): readonly string[] | undefined;
  /** Of a TypeScript script: what Node can run, absolute. */
  compiledFile(rule: Rule): string | undefined;
}

/**
 * Reads the scripts of these rules, and compiles those in TypeScript.
 *
 * @throws FlowError with all scripts that are missing or do not compile.
 */
export async function compileScripts(
  rules: readonly Rule[],
  modules: ModuleStore,
): Promise<Scripts> {
  const diagnostics: Diagnostic[] = [];
  const compiled = new Map<string, CompiledModule>();
  const digests = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const { name, run } of rules) {
    if (run?.kind !== 'script' || digests.has(run.path)) continue;
    const content = contentOf(run, name, diagnostics);
    if (content === undefined) continue;
    digests.set(run.path, digestOf(content));
    if (isUnwatched(run.language)) texts.set(run.path, new TextDecoder().decode(content));
    if (run.language !== 'typescript') continue;
    const module = await gathering(diagnostics, async () => await modules.compile(run.path));
    if (module === undefined) continue;
    compiled.set(run.path, module);
    digests.set(run.path, module.digest);
  }
  if (diagnostics.length > 0) throw new FlowError(diagnostics);
  return {
    digest: ({ run }) => (run?.kind === 'script' ? digests.get(run.path) : undefined),
    configMentions: ({ run }, config) => {
      const text = run?.kind === 'script' ? texts.get(run.path) : undefined;
      if (text === undefined || run?.kind !== 'script' || !isUnwatched(run.language))
        return undefined;
      return configMentions(run.language, text, config);
    },
    compiledFile: ({ run }) =>
      run?.kind === 'script' ? compiled.get(run.path)?.compiledFile : undefined,
  };
}

function isUnwatched(language: ScriptLanguage): language is UnwatchedLanguage {
  return language === 'bash' || language === 'r';
}

function contentOf(
  { path, span }: RunPart & { kind: 'script' },
  rule: string,
  diagnostics: Diagnostic[],
): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    diagnostics.push(
      code === 'ENOENT' || code === 'EISDIR'
        ? missingScript(path, rule, { span, isFolder: code === 'EISDIR' })
        : fileNotReadable({ path, code }),
    );
    return undefined;
  }
}

async function gathering<Value>(
  diagnostics: Diagnostic[],
  call: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    diagnostics.push(...error.diagnostics);
    return undefined;
  }
}
