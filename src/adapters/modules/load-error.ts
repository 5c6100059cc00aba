import { basename, dirname } from 'node:path';
import { missingExport, moduleThrew } from '../../core/catalogue/module.ts';
import { type Diagnostic, FlowError, type SourceSpan } from '../../core/diagnostic.ts';
import type { CompiledGraph } from './compiled-graph.ts';
import type { SourcePositions } from './source-positions.ts';

/** A module that was being loaded when something was thrown. */
export interface FailedLoad {
  /** The author's file. */
  readonly file: string;
  readonly graph: CompiledGraph;
  readonly positions: SourcePositions;
  readonly engineUrl: string;
}

/**
 * What a module threw while it was loaded, as a `FlowError` with the author's places. Our own bugs
 * come back as they are.
 */
export async function loadError(thrown: unknown, load: FailedLoad): Promise<unknown> {
  if (isFlowError(thrown)) {
    const diagnostics = thrown.diagnostics.map((it) => withAuthorSpans(it, load.positions));
    return new FlowError(diagnostics, { cause: thrown });
  }
  const exported = await missingExportOf(thrown, load);
  if (exported !== undefined) return new FlowError(exported, { cause: thrown });
  const frames = framesOf(thrown);
  // Thrown by the engine itself, not through it: not the author's to mend.
  if (frames[0] !== undefined && isEngine(frames[0].url, load.engineUrl)) return thrown;
  const span = frames
    .map((frame) => authorSpan(frame, load.positions))
    .find((it) => it !== undefined);
  const top = { file: load.file, line: 1, column: 1, length: 1 };
  const diagnostic = moduleThrew(basename(load.file), messageOf(thrown), span ?? top);
  return new FlowError(diagnostic, { cause: thrown });
}

/** By its fields: the module may have met another copy of the engine. */
function isFlowError(value: unknown): value is FlowError {
  return value instanceof Error && value.name === 'FlowError' && 'diagnostics' in value;
}

/** Places in compiled files are put where the author wrote them. */
export function withAuthorSpans(diagnostic: Diagnostic, positions: SourcePositions): Diagnostic {
  const spans = diagnostic.spans.map(({ span, label }) => {
    const original = positions.original(span.file, span.line, span.column);
    if (original === undefined) return { span, label };
    const { file, line, column } = original;
    return { span: { file, line, column, length: span.length }, label };
  });
  return { ...diagnostic, spans };
}

interface Frame {
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

function framesOf(thrown: unknown): Frame[] {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  return [...stack.matchAll(/^ {4}at .*?\(?((?:file:|\/|node:)[^\s()]*):(\d+):(\d+)\)?$/gmu)].map(
    ([, url = '', line, column]) => ({ url, line: Number(line), column: Number(column) }),
  );
}

function isEngine(url: string, engineUrl: string): boolean {
  return url.startsWith(`${dirname(engineUrl)}/`);
}

function authorSpan(
  { url, line, column }: Frame,
  positions: SourcePositions,
): SourceSpan | undefined {
  const original = positions.original(url, line, column);
  if (original === undefined) return undefined;
  return { file: original.file, line: original.line, column: original.column, length: 1 };
}

function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.name === 'Error' ? thrown.message : `${thrown.name}: ${thrown.message}`;
}

/**
 * Node says only in its message which export is missing, and its stack begins with the line of the
 * import: `file:///…/flow.ts-0123.mjs:3`, the line itself, and carets under the name.
 */
async function missingExportOf(thrown: unknown, load: FailedLoad): Promise<Diagnostic | undefined> {
  if (!(thrown instanceof SyntaxError)) return undefined;
  const found = /module '(.*)' does not provide an export named '(.*)'/u.exec(thrown.message);
  const place = /^(\S+):(\d+)\n(.*)\n( *)\^/u.exec(thrown.stack ?? '');
  if (found === null || place === null) return undefined;
  const [, module = '', name = ''] = found;
  const [, url = '', line = '', , indent = ''] = place;
  const span = authorSpan({ url, line: Number(line), column: indent.length + 1 }, load.positions);
  if (span === undefined) return undefined;
  const names = await exportsOf(module, load);
  return missingExport(name, names.module, { span: { ...span, length: name.length }, ...names });
}

async function exportsOf(
  specifier: string,
  { graph, engineUrl }: FailedLoad,
): Promise<{ module: string; exported: readonly string[] }> {
  if (specifier === engineUrl) {
    const engine: object = await import(/* @vite-ignore */ engineUrl);
    return { module: 'dagflow', exported: Object.keys(engine) };
  }
  const source = graph.sources.find(({ compiled }) => specifier === `./${compiled}`);
  if (source === undefined) return { module: specifier, exported: [] };
  return { module: basename(source.path), exported: source.exports ?? [] };
}
