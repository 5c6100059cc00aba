import { join } from 'node:path';
import { assert } from '../core/diagnostic.ts';
import type { ScriptPayload } from '../core/job/script-payload.ts';
import type { ScriptLanguage } from '../core/rule/rule.ts';
import { bashPreamble } from './bash-preamble.ts';
import { rPreamble } from './r-preamble.ts';

export interface ScriptCommandRequest {
  readonly language: ScriptLanguage;
  /** The script, absolute. */
  readonly path: string;
  /** Of a TypeScript script: its compiled file, absolute. */
  readonly compiledFile?: string;
  /** Where the text of `scriptPayloadText` lies when the job starts. */
  readonly payloadFile: string;
  /** Where the built program lies, with `run-script.mjs` and `python-runner.py`. */
  readonly programFolder: string;
}

/** The program and arguments that run a script. Interpreters are those that `PATH` leads to. */
export function scriptCommand(request: ScriptCommandRequest): string[] {
  const { language, path, payloadFile, programFolder } = request;
  switch (language) {
    case 'typescript': {
      const { compiledFile } = request;
      assert(compiledFile !== undefined, `no compiled file is known for ${path}`);
      const runner = join(programFolder, 'run-script.mjs');
      return [process.execPath, runner, compiledFile, payloadFile];
    }
    case 'python':
      return ['python3', join(programFolder, 'python-runner.py'), path, payloadFile];
    case 'bash':
      // The script is read, not run, so that it sees the arrays; `$0` and messages name it.
      return ['bash', '-c', '. "$1"; shift; . "$0"', path, payloadFile];
    case 'r':
      return ['Rscript', '--vanilla', '-e', RUN_R, payloadFile, path];
  }
}

/** Reads the job, then the script, whose values at top level are printed as `Rscript` does. */
const RUN_R = 'invisible(Map(source,commandArgs(TRUE),print.eval=c(FALSE,TRUE)))';

/** What the runner of a language reads of a job. */
export function scriptPayloadText(language: ScriptLanguage, payload: ScriptPayload): string {
  switch (language) {
    case 'bash':
      return bashPreamble(payload);
    case 'r':
      return rPreamble(payload);
    case 'typescript':
    case 'python':
      return JSON.stringify(payload);
  }
}
