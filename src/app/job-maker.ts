import { dirname } from 'node:path';
import { evaluateParams } from '../core/job/evaluate-params.ts';
import { jobLabel, jobOf, ruleOf } from '../core/job/job-of.ts';
import type { Job } from '../core/job/job.ts';
import { type AttemptValues, renderMessage } from '../core/job/render-command.ts';
import type { JobId } from '../core/graph/job-graph.ts';
import { belowRoot } from '../core/pattern/below-root.ts';
import { NO_FLAGS } from '../core/rule/output-flags.ts';
import { resolveAmounts, resolveExpected, resolvePriority } from '../core/rule/resolve-amounts.ts';
import type { AmountContext, FailureCause, ResourceRequest } from '../core/rule/resources.ts';
import type { Rule } from '../core/rule/rule.ts';
import type { AttemptFacts, JobMaker, RecordTexts } from '../engine/job-maker.ts';
import type { JobSpec } from '../ports/job-spec.ts';
import type { JobReference } from '../ports/run-event.ts';
import { CommandMaker } from './command-maker.ts';
import { payloadFileOf } from './config-reads.ts';
import { JobInputs } from './job-inputs.ts';
import type { JobMakerOptions } from './job-maker-options.ts';
import { RecordTextMaker } from './record-text-maker.ts';
import { specOutput } from './spec-output.ts';

/** Makes of numbers in a graph what plan, engine and dry run need of the jobs behind them. */
export class GraphJobMaker implements JobMaker {
  readonly #options: JobMakerOptions;
  readonly #texts: RecordTextMaker;
  readonly #commands: CommandMaker;
  readonly #inputs: JobInputs;
  /** Of rules that ask for the same whatever the job. */
  readonly #requests = new Map<Rule, ResourceRequest>();

  constructor(options: JobMakerOptions) {
    this.#options = options;
    this.#texts = new RecordTextMaker(options);
    this.#commands = new CommandMaker(options);
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
    return this.#commands.text(this.#inputs.expected(job), () =>
      this.#values(job, this.request(id, 1, undefined)),
    );
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
    const { command, payload } = this.#commands.make(job, {
      attempt,
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
    return this.#texts.texts(id, token);
  }

  code(rule: Rule): string {
    return this.#texts.code(rule);
  }

  /** What would be recorded if the job ran now, as far as it is known before. */
  params(id: JobId): string {
    return this.#texts.params(id);
  }

  #message(job: Job, request: ResourceRequest): string | undefined {
    if (job.rule.message === undefined) return undefined;
    return renderMessage(job, this.#values(job, request));
  }

  #values(job: Job, request: ResourceRequest): AttemptValues {
    const { config } = this.#options;
    return { params: evaluateParams(job, config), request, config };
  }

  #amountContext(job: Job, attempt: number, failure: FailureCause | undefined): AmountContext {
    const { wildcards, input } = job;
    return { wildcards, config: this.#options.config, input, attempt, failure };
  }
}

function isConstant({ amounts: { threads, resources } }: Rule): boolean {
  return [threads, ...Object.values(resources)].every((amount) => typeof amount !== 'function');
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
