import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { fileInTheWay, unknownTemplate, usageError } from '../../core/catalogue/usage.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { quoteWord } from '../../core/template/shell-quote.ts';
import { packageFile } from '../package-folder.ts';
import type { Arguments } from '../parse-arguments.ts';
import { KINTSUGI_TEMPLATE } from '../templates/kintsugi-template.ts';
import type { Template } from '../templates/template.ts';
import { typescriptTemplate } from '../templates/typescript-template.ts';
import { YAML_TEMPLATE } from '../templates/yaml-template.ts';
import type { Terminal } from '../terminal.ts';

/** `flow init [TEMPLATE] [DIR]`: a workflow to begin with. Overwrites nothing. */
export function initCommand({ words }: Arguments, { directory, err }: Terminal): number {
  const [name = YAML_TEMPLATE.name, asWritten = '.', more] = words;
  if (more !== undefined) throw new FlowError(TOO_MANY_WORDS);
  const { files, tryWith } = templateOf(name);
  const folder = resolve(directory, asWritten);
  const inTheWay = Object.keys(files).filter((path) => existsSync(join(folder, path)));
  if (inTheWay.length > 0) {
    throw new FlowError(fileInTheWay(inTheWay.map((path) => shown(join(folder, path)))));
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: 'wx' });
    err.write(`wrote ${shown(join(folder, path))}\n`);
  }
  if (ignoreRecords(folder)) err.write(`wrote ${shown(join(folder, '.gitignore'))}\n`);
  const there = folder === directory ? '' : `cd ${quoteWord(asWritten)} && `;
  err.write(`\nsee what it would do: ${there}${tryWith}\n`);
  return EXIT_CODE.done;

  function shown(path: string): string {
    return relative(directory, path);
  }
}

const TOO_MANY_WORDS = usageError({
  title: '`flow init` takes a template and a folder',
  hint: 'as in `flow init typescript my-workflow`; a path with blanks goes in quotes',
});

function templateOf(name: string): Template {
  const templates = [
    YAML_TEMPLATE,
    typescriptTemplate(packageFile('dist/types/index.d.ts')),
    KINTSUGI_TEMPLATE,
  ];
  const found = templates.find((template) => template.name === name);
  if (found !== undefined) return found;
  throw new FlowError(
    unknownTemplate(
      name,
      templates.map((template) => template.name),
    ),
  );
}

/** Records belong to the machine, not into the repository. Says whether a line was added. */
function ignoreRecords(folder: string): boolean {
  const file = join(folder, '.gitignore');
  const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const isThere = known.split('\n').some((line) => /^\/?\.flow\/?$/u.test(line.trim()));
  if (isThere) return false;
  const separator = known === '' || known.endsWith('\n') ? '' : '\n';
  writeFileSync(file, `${separator}${FLOW_FOLDER}/\n`, { flag: 'a' });
  return true;
}
