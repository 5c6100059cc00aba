// What can be wrong with a TypeScript or JavaScript file of a workflow before its rules are read.

import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';

/** The file does not parse. `problem` is the compiler's, in its words. */
export function moduleSyntax(problem: string, span: SourceSpan): Diagnostic {
  return about({
    code: 'module-syntax',
    title: `syntax error: ${inOurVoice(problem)}`,
    spans: [{ span, label: 'here' }],
  });
}

/** An import leads nowhere. `candidates`: files that could have been meant, as they would be written. */
export function missingImport(
  specifier: string,
  span: SourceSpan,
  candidates: readonly string[],
): Diagnostic {
  const isPath = /^[./]/u.test(specifier);
  const fallback = isPath
    ? 'the path is relative to this file, and bears its ending: `./steps.ts`'
    : `install it where the workflow lies: \`npm install ${packageOf(specifier)}\``;
  const hint =
    specifier === 'zod'
      ? "flow brings it along: `import { z } from 'dagflow'`"
      : (didYouMean(specifier, candidates) ?? fallback);
  return about({
    code: 'missing-import',
    title: isPath
      ? `there is no file \`${specifier}\``
      : `no package \`${specifier}\` is installed`,
    spans: [{ span, label: 'imported here' }],
    hint,
  });
}

/** A module is asked for a name that it does not export. */
export function missingExport(
  name: string,
  module: string,
  place: { readonly span: SourceSpan; readonly exported: readonly string[] },
): Diagnostic {
  const list = place.exported.map((it) => `\`${it}\``).join(', ');
  return about({
    code: 'missing-export',
    title: `\`${module}\` exports no \`${name}\``,
    spans: [{ span: place.span, label: 'imported here' }],
    hint:
      didYouMean(name, place.exported) ??
      (list === '' ? 'put `export` before its declaration' : `it exports ${list}`),
  });
}

/** The module's own code threw while it was evaluated. */
export function moduleThrew(file: string, message: string, span: SourceSpan): Diagnostic {
  const [first = '', ...rest] = message.split('\n');
  return about({
    code: 'module-threw',
    title: `\`${file}\` failed while it was loaded: ${first}`,
    spans: [{ span, label: 'thrown here' }],
    facts: rest.length === 0 ? [] : [['more', rest.join('\n')]],
  });
}

/** The workflow's code ended the process, and flow with it. */
export function endedByWorkflow(span: SourceSpan | undefined): Diagnostic {
  return about({
    code: 'ended-by-workflow',
    title: 'the workflow ended flow with `process.exit`',
    spans: span === undefined ? [] : [{ span, label: 'called here' }],
    hint: 'throw an error instead: flow shows it with its place, and ends what it has begun',
  });
}

/** A promise of the workflow's, and nothing is left that could settle it. */
export function neverSettled(): Diagnostic {
  return about({
    code: 'never-settled',
    title: 'the workflow waits for a promise that nothing settles any more',
    spans: [],
    hint: 'look at what the workflow file and its input functions `await`',
  });
}

/** Thrown in a timer, or by a promise that nobody awaits. */
export function threwAside(message: string, span: SourceSpan): Diagnostic {
  return about({
    code: 'threw-aside',
    title: `the workflow threw an error that nobody catches: ${message.split('\n', 1)[0] ?? ''}`,
    spans: [{ span, label: 'thrown here' }],
    hint: 'catch it there, or `await` what throws it',
  });
}

/** A CommonJS file where an ES module is needed. */
export function notAnEsModule(span: SourceSpan): Diagnostic {
  return about({
    code: 'not-an-es-module',
    title: 'this file is CommonJS, and flow reads ES modules',
    spans: [{ span, label: 'it uses `require` or `module.exports`' }],
    hint: 'write `import` and `export default`, or name it `.ts` or `.mjs`',
  });
}

/** A module of the workflow that is to be loaded is not there, or cannot be read. */
export function unreadableModule(file: string, why: string): Diagnostic {
  return about({
    code: 'unreadable-module',
    title: `\`${file}\` cannot be read: ${why}`,
    spans: [],
    hint: 'check the path, and whether you may read the file',
  });
}

/** esbuild itself does not work: not installed for this platform, or damaged. */
export function noCompiler(why: string): Diagnostic {
  return {
    ...about({
      code: 'no-compiler',
      title: 'TypeScript cannot be compiled: esbuild does not run',
      spans: [],
      facts: [['esbuild says', why]],
      hint: 'install flow anew on this machine: `npm install dagflow`',
    }),
    kind: 'environment',
  };
}

function about(
  diagnostic: Pick<Diagnostic, 'code' | 'title' | 'spans'> & Partial<Diagnostic>,
): Diagnostic {
  return { kind: 'workflow', severity: 'error', facts: [], ...diagnostic };
}

/** Lower case first, no full stop, backticks round literals. */
function inOurVoice(text: string): string {
  const marked = text.replaceAll(/"([^"]+)"/gu, '`$1`').replace(/\.$/u, '');
  return marked.charAt(0).toLowerCase() + marked.slice(1);
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
