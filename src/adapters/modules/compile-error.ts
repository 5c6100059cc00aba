import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { BuildFailure, Message } from 'esbuild';
import { missingImport, moduleSyntax, noCompiler } from '../../core/catalogue/module.ts';
import { type Diagnostic, FlowError } from '../../core/diagnostic.ts';

/** What esbuild rejects with, in our words and with our places. */
export function compileError(error: unknown, file: string): FlowError {
  const messages = isBuildFailure(error) ? error.errors : [];
  const diagnostics = messages.flatMap((message) => messageDiagnostic(message, file));
  if (diagnostics.length > 0) return new FlowError(diagnostics, { cause: error });
  const why = error instanceof Error ? error.message : String(error);
  return new FlowError(noCompiler(why), { cause: error });
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function messageDiagnostic(message: Message, entry: string): Diagnostic[] {
  const { text, location } = message;
  if (location === null) return [];
  // esbuild names files relative to the folder of the file that it compiles, and counts bytes.
  const file = resolve(dirname(entry), location.file);
  const span = {
    file,
    line: location.line,
    column: charactersOf(location.lineText, 0, location.column) + 1,
    length: charactersOf(location.lineText, location.column, location.column + location.length),
  };
  const specifier = /^Could not resolve "(.*)"$/u.exec(text)?.[1];
  if (specifier !== undefined) return [missingImport(specifier, span, nearby(specifier, file))];
  return [moduleSyntax(text, span)];
}

function charactersOf(line: string, start: number, end: number): number {
  return Buffer.from(line).subarray(start, end).toString().length;
}

/** The files in the folder that the specifier leads to, written as it is. */
function nearby(specifier: string, importer: string): string[] {
  if (!/^\.\.?\//u.test(specifier)) return [];
  const slash = specifier.lastIndexOf('/') + 1;
  try {
    const folder = resolve(dirname(importer), specifier.slice(0, slash));
    return readdirSync(folder).map((name) => specifier.slice(0, slash) + name);
  } catch {
    return [];
  }
}
