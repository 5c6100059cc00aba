import { basename, dirname } from 'node:path';
import {
  diagnosticsIn,
  type FindAuthorPlace,
  stackPlaces,
  thrownAt,
  thrownMessage,
  withAuthorSpans,
} from '../../core/author-places.ts';
import { missingExport, moduleThrew } from '../../core/catalogue/module.ts';
import { type Diagnostic, FlowError } from '../../core/diagnostic.ts';
import type { CompiledGraph } from './compiled-graph.ts';

/** `import(…)` of a `file:` URL, which only code that Node itself has loaded can do. */
export type ImportModule = (url: string) => Promise<Readonly<Record<string, unknown>>>;

/** A module that was being loaded when something was thrown. */
export interface FailedLoad {
  /** The author's file. */
  readonly file: string;
  readonly graph: CompiledGraph;
  readonly find: FindAuthorPlace;
  readonly engineUrl: string;
  readonly importModule: ImportModule;
}

/**
 * What a module threw while it was loaded, as a `FlowError` with the author's places. Our own bugs
 * come back as they are.
 */
export async function loadError(thrown: unknown, load: FailedLoad): Promise<unknown> {
  const ours = diagnosticsIn(thrown);
  if (ours !== undefined) {
    return new FlowError(
      ours.map((it) => withAuthorSpans(it, load.find)),
      { cause: thrown },
    );
  }
  const exported = await missingExportOf(thrown, load);
  if (exported !== undefined) return new FlowError(exported, { cause: thrown });
  const [first] = stackPlaces(thrown);
  // Thrown by the engine itself, not through it: not the author's to mend.
  if (first !== undefined && first.url.startsWith(`${dirname(load.engineUrl)}/`)) return thrown;
  const span = thrownAt(thrown, load.find) ?? { file: load.file, line: 1, column: 1, length: 1 };
  const diagnostic = moduleThrew(basename(load.file), thrownMessage(thrown), span);
  return new FlowError(diagnostic, { cause: thrown });
}

/**
 * Node says only in its message which export is missing, and its stack begins with the line of the
 * import: `file:///…/flow.ts-0123.mjs:3`, the line itself, and carets under the name.
 */
async function missingExportOf(thrown: unknown, load: FailedLoad): Promise<Diagnostic | undefined> {
  if (!(thrown instanceof SyntaxError)) return undefined;
  const told = /module '(.*)' does not provide an export named '(.*)'/u.exec(thrown.message);
  const place = /^(\S+):(\d+)\n(.*)\n( *)\^/u.exec(thrown.stack ?? '');
  if (told === null || place === null) return undefined;
  const [, module = '', name = ''] = told;
  const [, url = '', line = '', , indent = ''] = place;
  const found = load.find({ url, line: Number(line), column: indent.length + 1 });
  if (found === undefined) return undefined;
  const { file, line: authorLine, column } = found;
  const span = { file, line: authorLine, column, length: name.length };
  const names = await exportsOf(module, load);
  return missingExport(name, names.module, { span, ...names });
}

async function exportsOf(
  specifier: string,
  { graph, engineUrl, importModule }: FailedLoad,
): Promise<{ module: string; exported: readonly string[] }> {
  if (specifier === engineUrl) {
    return { module: 'dagflow', exported: Object.keys(await importModule(engineUrl)) };
  }
  const source = graph.sources.find(({ compiled }) => specifier === `./${compiled}`);
  if (source === undefined) return { module: specifier, exported: [] };
  return { module: basename(source.path), exported: source.exports ?? [] };
}
