import { dirname, relative } from 'node:path';
import { codeText, envText } from '../core/job/code-text.ts';
import { evaluateParams } from '../core/job/evaluate-params.ts';
import { jobLabel, jobOf, ruleOf } from '../core/job/job-of.ts';
import type { Job } from '../core/job/job.ts';
import { scriptPayload } from '../core/job/make-script-payload.ts';
import { paramsTextMaker } from '../core/job/params-text.ts';
import { ScriptReads } from '../core/job/script-reads.ts';
import { type AttemptValues, renderCommand, renderMessage } from '../core/job/render-command.ts';
import type { JobGraph, JobId } from '../core/graph/job-graph.ts';
import { NO_ROW, type RecordTable } from '../core/records/record-table.ts';
import { NO_FLAGS } from '../core/rule/output-flags.ts';
import { shapeText } from '../core/rule/file-groups.ts';
import { resolveAmounts, resolveExpected, resolvePriority } from '../core/rule/resolve-amounts.ts';
import type { AmountContext, FailureCause, ResourceRequest } from '../core/rule/resources.ts';
import type { Rule, RunPart } from '../core/rule/rule.ts';
import { quoteWord } from '../core/template/shell-quote.ts';
import type { AttemptFacts, JobMaker, RecordTexts } from '../engine/job-maker.ts';
import type { Disk } from '../ports/disk.ts';
import type { JobCommand, JobSpec } from '../ports/job-spec.ts';
import type { JobReference } from '../ports/run-event.ts';
import { scriptCommand, scriptPayloadText } from '../script/script-command.ts';
import type { Scripts } from './compile-scripts.ts';
import { belowRoot } from '../core/pattern/below-root.ts';
import { configReads, payloadFileOf } from './config-reads.ts';
import { JobInputs } from './job-inputs.ts';
import { specOutput } from './spec-output.ts';

export interface JobMakerOptions {
  readonly graph: JobGraph;
  readonly config: unknown;
  readonly scripts: Scripts;
  /** Absolute. */
  readonly workingDirectory: string;
  /** Of this run, relative to the working directory. */
  readonly runFolder: string;
  /** Where the built program lies, absolute. */
  readonly programFolder: string;
  readonly latencyWaitMs: number;
  /** Of a failed attempt: what it left is kept in a folder of this one. Undefined: removed. */
  readonly failedFolder: string | undefined;
  readonly records: RecordTable;
  readonly disk: Pick<Disk, 'read' | 'stat'>;
}

/** Makes of numbers in a graph what plan, engine and dry run need of the jobs behind them. */
export class GraphJobMaker implements JobMaker {
  readonly #options: JobMakerOptions;
  readonly #scriptReads: ScriptReads;
  readonly #inputs: JobInputs;
  readonly #params = new Map<Rule, (graph: JobGraph, job: JobId) => string>();
  readonly #code = new Map<Rule, string>();
  readonly #shapes = new Map<number, string>();
  /** Of rules that ask for the same whatever the job. */
  readonly #requests = new Map<Rule, ResourceRequest>();

  constructor(options: JobMakerOptions) {
    this.#options = options;
    this.#scriptReads = new ScriptReads(options.config);
    this.#inputs = new JobInputs(options);
  }

  reference(id: JobId): JobReference {
    const { graph } = this.#options;
    return { id, rule: ruleOf(graph, id).name, label: jobLabel(graph, id) };
  }

  priority(id: JobId): number {
    const { priority } = ruleOf(this.#options.graph, id);
    if (typeof priority === 'number') return priority;
    const job = jobOf(this.#options.graph, id);
    return resolvePriority(job.rule, this.#amountContext(job, 1, undefined));
  }

  /** How long the rule says that it takes, in milliseconds; undefined if it does not say. */
  expectedMs(id: JobId): number | undefined {
    const { graph } = this.#options;
    if (ruleOf(graph, id).amounts.expect === undefined) return undefined;
    const job = jobOf(graph, id);
    return resolveExpected(job.rule, this.#amountContext(job, 1, undefined));
  }

  request(id: JobId, attempt: number, failure: FailureCause | undefined): ResourceRequest {
    const { graph } = this.#options;
    const rule = ruleOf(graph, id);
    const known = this.#requests.get(rule);
    if (known !== undefined) return known;
    const context = this.#amountContext(jobOf(graph, id), attempt, failure);
    const request = resolveAmounts(rule, context);
    if (isConstant(rule)) this.#requests.set(rule, request);
    return request;
  }

  /** The command in full, as a person would type it; empty for a target rule. */
  commandText(id: JobId): string {
    const job = jobOf(this.#options.graph, id);
    if (job.rule.run?.kind === 'script') return this.#scriptText(job.rule.run);
    const values = this.#values(job, this.request(id, 1, undefined));
    const command = renderCommand(this.#inputs.expected(job), values);
    return command === undefined ? '' : textOf(command);
  }

  /** What the rule says of the job before it has run. */
  message(id: JobId): string | undefined {
    const job = jobOf(this.#options.graph, id);
    return this.#message(job, this.request(id, 1, undefined));
  }

  spec(id: JobId, facts: AttemptFacts): JobSpec {
    const { graph, workingDirectory, runFolder, latencyWaitMs, failedFolder } = this.#options;
    const whole = jobOf(graph, id);
    const job = this.#inputs.present(whole);
    const { runId, token, attempt, request, gpus, pool, moveAside } = facts;
    const payloadFile = payloadFileOf(runFolder, token);
    const { command, payload } = this.#command(job, facts, {
      payloadFile,
      // What is recorded of params does not hang on what is there.
      values: this.#values(whole, request),
    });
    const outputs = job.rule.output.flatMap(({ items }) => items);
    const { benchmark } = whole;
    const message = this.#message(whole, request);
    return {
      version: 1,
      token,
      runId,
      label: job.label,
      rule: job.rule.name,
      attempt,
      workingDirectory,
      prepare: {
        inputs: this.#inputs.specs(whole, facts.known),
        makeDirectories: foldersOf([
          ...job.output.all,
          ...job.log,
          ...(benchmark === undefined ? [] : [benchmark]),
        ]),
        writeFiles: payload === undefined ? [] : [{ path: payloadFile, text: payload }],
        moveAside,
      },
      command,
      environment: {},
      resources: request,
      gpus,
      ...(pool === undefined ? {} : { pool }),
      logFile: `${runFolder}/logs/${id}.${attempt}.log`,
      verify: {
        outputs: job.output.all.map((path, index) =>
          specOutput(path, { ...NO_FLAGS, ...outputs[index] }, token),
        ),
        latencyWaitMs,
      },
      ...(failedFolder === undefined
        ? {}
        : { keepRemains: keptRemains(job.output.all, `${failedFolder}/${token}`) }),
      ...(benchmark === undefined ? {} : { benchmarkFile: benchmark }),
      ...(message === undefined ? {} : { message }),
    };
  }

  texts(id: JobId, token: string | undefined): RecordTexts {
    const { graph } = this.#options;
    const rule = ruleOf(graph, id);
    const shape = this.#shape(graph.inputShape[id] ?? 0);
    const own = this.#ownParams(id);
    const isScript = rule.run?.kind === 'script';
    const params = isScript
      ? this.#scriptReads.withPaths(own, configReads(this.#options, rule, token))
      : own;
    return { shape, code: this.code(rule), params, env: envText(rule) };
  }

  code(rule: Rule): string {
    const known = this.#code.get(rule);
    if (known !== undefined) return known;
    const text = codeText(rule, this.#options.scripts.digest(rule));
    this.#code.set(rule, text);
    return text;
  }

  /**
   * What would be recorded if the job ran now. Of the config, a script is taken to read what it
   * read at its last success.
   */
  params(id: JobId): string {
    const { graph, records } = this.#options;
    const own = this.#ownParams(id);
    if (ruleOf(graph, id).run?.kind !== 'script') return own;
    const [output] = graph.outputFile.subarray(graph.outputStart[id], graph.outputStart[id + 1]);
    const row = output === undefined ? NO_ROW : records.rowOf(output);
    if (row === NO_ROW) return own;
    return this.#scriptReads.likeLastTime(own, records.text(records.params(row)));
  }

  #ownParams(id: JobId): string {
    const { graph, config } = this.#options;
    const rule = ruleOf(graph, id);
    let make = this.#params.get(rule);
    if (make === undefined) {
      make = paramsTextMaker(rule, config);
      this.#params.set(rule, make);
    }
    return make(graph, id);
  }

  #message(job: Job, request: ResourceRequest): string | undefined {
    if (job.rule.message === undefined) return undefined;
    return renderMessage(job, this.#values(job, request));
  }

  #command(
    job: Job,
    { attempt }: AttemptFacts,
    { payloadFile, values }: { readonly payloadFile: string; readonly values: AttemptValues },
  ): { command: JobCommand; payload: string | undefined } {
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

  #values(job: Job, request: ResourceRequest): AttemptValues {
    const { config } = this.#options;
    return { params: evaluateParams(job, config), request, config };
  }

  #amountContext(job: Job, attempt: number, failure: FailureCause | undefined): AmountContext {
    const { wildcards, input } = job;
    return { wildcards, config: this.#options.config, input, attempt, failure };
  }

  #shape(index: number): string {
    const known = this.#shapes.get(index);
    if (known !== undefined) return known;
    const text = shapeText(this.#options.graph.shapes[index] ?? []);
    this.#shapes.set(index, text);
    return text;
  }
}

type ScriptPart = Extract<RunPart, { kind: 'script' }>;

function isConstant({ amounts: { threads, resources } }: Rule): boolean {
  return [threads, ...Object.values(resources)].every((amount) => typeof amount !== 'function');
}

function textOf(command: JobCommand): string {
  if (command.kind === 'shell') return command.text;
  return command.argv.map((word) => quoteWord(word)).join(' ');
}

function foldersOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => dirname(path)))].filter((folder) => folder !== '.');
}

function keptRemains(
  outputs: readonly string[],
  folder: string,
): NonNullable<JobSpec['keepRemains']> {
  return { folder, moves: outputs.map((from) => ({ from, to: `${folder}/${belowRoot(from)}` })) };
}
