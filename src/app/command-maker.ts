import { relative } from 'node:path';
import type { Job } from '../core/job/job.ts';
import { scriptPayload } from '../core/job/make-script-payload.ts';
import { type AttemptValues, renderCommand } from '../core/job/render-command.ts';
import type { RunPart } from '../core/rule/rule.ts';
import { quoteWord } from '../core/template/shell-quote.ts';
import type { JobCommand } from '../ports/job-spec.ts';
import { scriptCommand, scriptPayloadText } from '../script/script-command.ts';
import type { JobMakerOptions } from './job-maker-options.ts';

type CommandOptions = Pick<JobMakerOptions, 'scripts' | 'programFolder' | 'workingDirectory'>;

export interface CommandFacts {
  readonly attempt: number;
  /** Where the payload of a script will lie. */
  readonly payloadFile: string;
  readonly values: AttemptValues;
}

export interface MadeCommand {
  readonly command: JobCommand;
  /** What a script is given to read; undefined: it is none. */
  readonly payload: string | undefined;
}

/** Makes of the run part of a rule what is started for a job, and what a person is shown of it. */
export class CommandMaker {
  readonly #options: CommandOptions;

  constructor(options: CommandOptions) {
    this.#options = options;
  }

  /** In full, as a person would type it; empty for a target rule. */
  text(job: Job, values: () => AttemptValues): string {
    if (job.rule.run?.kind === 'script') return this.#scriptText(job.rule.run);
    const command = renderCommand(job, values());
    return command === undefined ? '' : textOf(command);
  }

  make(job: Job, { attempt, payloadFile, values }: CommandFacts): MadeCommand {
    const { rule } = job;
    if (rule.run?.kind !== 'script') {
      // A target rule is never launched, so there is a command.
      const command = renderCommand(job, values) ?? { kind: 'shell', text: '' };
      return { command, payload: undefined };
    }
    const { language, path } = rule.run;
    const { scripts, programFolder } = this.#options;
    const compiledFile = scripts.compiledFile(rule);
    const argv = scriptCommand({
      language,
      path,
      payloadFile,
      programFolder,
      ...(compiledFile === undefined ? {} : { compiledFile }),
    });
    const payload = scriptPayloadText(language, scriptPayload(job, { ...values, attempt }));
    const shownAs = this.#scriptText(rule.run);
    if (rule.preamble === undefined) return { command: { kind: 'exec', argv, shownAs }, payload };
    // What the preamble exports must reach the interpreter, so it is started from the same shell.
    const words = argv.map((word) => quoteWord(word)).join(' ');
    const text = `${rule.preamble}\nexec ${words}`;
    return { command: { kind: 'shell', text, shownAs }, payload };
  }

  /** As it is written, from where the jobs run. */
  #scriptText({ language, path }: ScriptPart): string {
    const { workingDirectory } = this.#options;
    const isBelow = path.startsWith(`${workingDirectory}/`);
    return `${language} ${isBelow ? relative(workingDirectory, path) : path}`;
  }
}

type ScriptPart = Extract<RunPart, { kind: 'script' }>;

function textOf(command: JobCommand): string {
  if (command.kind === 'shell') return command.text;
  return command.argv.map((word) => quoteWord(word)).join(' ');
}
