import { nulInCommand } from '../catalogue/language-template.ts';
import { FlowError } from '../diagnostic.ts';
import type { ResourceRequest } from '../rule/resources.ts';
import type { JobParams, TemplateValues } from '../template/command-template.ts';
import { quoteWord } from '../template/shell-quote.ts';
import type { Job } from './job.ts';
import { resourceValues } from './resource-values.ts';

/** What one attempt at a job is given, besides the job. */
export interface AttemptValues {
  readonly params: JobParams;
  readonly request: ResourceRequest;
  readonly config: unknown;
}

/** The shape of a job spec's command. */
export type RenderedCommand =
  | { readonly kind: 'shell'; readonly text: string }
  | { readonly kind: 'exec'; readonly argv: readonly string[] };

/**
 * The command of a job; undefined for a script, which its runner starts, and for a target rule.
 * A preamble needs a shell, so `exec` with one becomes shell text. Throws a `FlowError` where a
 * placeholder has no value.
 */
export function renderCommand(job: Job, given: AttemptValues): RenderedCommand | undefined {
  const { run, preamble, name: rule } = job.rule;
  if (run === undefined || run.kind === 'script') return undefined;
  const values = new JobValues(job, given);
  const command: RenderedCommand =
    run.kind === 'shell'
      ? { kind: 'shell', text: run.template.render(values) }
      : { kind: 'exec', argv: run.argv.flatMap((item) => item.renderItems(values)) };
  if (command.kind === 'shell' ? hasNul(command.text) : command.argv.some(hasNul)) {
    throw new FlowError(nulInCommand({ rule, span: run.span }));
  }
  return preamble === undefined ? command : withPreamble(preamble, command);
}

/** What the rule says of its job when it starts, on one line or several. Throws a `FlowError`. */
export function renderMessage(job: Job, given: AttemptValues): string | undefined {
  return job.rule.message?.renderItems(new JobValues(job, given)).join(' ');
}

function hasNul(text: string): boolean {
  return text.includes('\0');
}

/** What placeholders stand for in one attempt at a job; a job makes its parts when asked for them. */
class JobValues implements TemplateValues {
  readonly params: JobParams;
  readonly threads: number;
  readonly config: unknown;
  readonly #job: Job;
  readonly #request: ResourceRequest;

  constructor(job: Job, { params, request, config }: AttemptValues) {
    this.params = params;
    this.threads = request.threads;
    this.config = config;
    this.#job = job;
    this.#request = request;
  }

  get input(): TemplateValues['input'] {
    return this.#job.input;
  }

  get output(): TemplateValues['output'] {
    return this.#job.output;
  }

  get log(): TemplateValues['log'] {
    return this.#job.log;
  }

  get wildcards(): TemplateValues['wildcards'] {
    return this.#job.wildcards;
  }

  /** Few commands read them, and they take longer to name than all else. */
  get resources(): TemplateValues['resources'] {
    return resourceValues(this.#request);
  }
}

function withPreamble(preamble: string, command: RenderedCommand): RenderedCommand {
  const text =
    command.kind === 'shell'
      ? command.text
      : ['exec', ...command.argv.map((item) => quoteWord(item))].join(' ');
  return { kind: 'shell', text: `${preamble.replace(/\n+$/, '')}\n${text}` };
}
