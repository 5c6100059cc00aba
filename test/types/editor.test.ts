import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

// What the compiler, and so an editor, says of workflow files: nothing of those that are right, and
// one error for each mistake, in the line below the comment that announces it.

const EDITOR = join(import.meta.dirname, 'editor');
const GOOD = fileURLToPath(new URL('./editor/good.ts', import.meta.url));
const MISTAKES = fileURLToPath(new URL('./editor/mistakes.ts', import.meta.url));
const ROOT = join(import.meta.dirname, '../..');

/** The types that workflow files see: those of the source, and those that the package ships. */
const TYPES = [
  { name: 'the source', entry: join(ROOT, 'src/index.ts') },
  { name: 'the package', entry: join(ROOT, 'dist/types/index.d.ts') },
].filter(({ entry }) => existsSync(entry));

test.each(TYPES)(
  'a workflow without mistakes has no errors, by the types of $name',
  ({ entry }) => {
    expect(errorsIn(GOOD, entry)).toEqual([]);
  },
);

test.each(TYPES)('each mistake is one error in its line, by the types of $name', ({ entry }) => {
  const announced = readText(MISTAKES)
    .split('\n')
    .flatMap((line, index) => (/^\s*\/\/ mistake: /u.test(line) ? index + 2 : []));
  expect(announced.length).toBeGreaterThan(20);
  expect(errorsIn(MISTAKES, entry).map(({ line }) => line)).toEqual(announced);
});

test('what is wrong is in the messages', () => {
  const [entry] = TYPES.map((types) => types.entry);
  const messages = errorsIn(MISTAKES, entry ?? '').map(({ message }) => message);
  expect(messages).toEqual(
    expect.arrayContaining([
      expect.stringContaining(
        "Property 'sampel' does not exist on type 'WildcardValues<\"sample\">'",
      ),
      expect.stringContaining('NotInOutput<"sampel">'),
      expect.stringContaining("Did you mean 'image'?"),
      expect.stringContaining('OneRunPart<"shell">'),
      expect.stringContaining("Did you mean to write 'shell'?"),
      expect.stringContaining("Property 'cycels' does not exist"),
      expect.stringContaining('NotInPattern<"y">'),
    ]),
  );
});

interface CompileError {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Of the types themselves too, where they are not only declared. */
function errorsIn(name: string, entry: string): CompileError[] {
  const errors = compile(entry);
  return errors.filter(({ file }) => file === name || !file.startsWith(EDITOR));
}

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}

const compiled = new Map<string, readonly CompileError[]>();

function compile(entry: string): readonly CompileError[] {
  const known = compiled.get(entry);
  if (known !== undefined) return known;
  const config: unknown = ts.readConfigFile(join(EDITOR, 'tsconfig.json'), readText).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, EDITOR);
  const program = ts.createProgram([GOOD, MISTAKES], { ...options, paths: { dagflow: [entry] } });
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => ({
    file: file?.fileName ?? '',
    line: file === undefined ? 0 : ts.getLineAndCharacterOfPosition(file, start).line + 1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
  compiled.set(entry, errors);
  return errors;
}
