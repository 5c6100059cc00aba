import { codeText, envText } from '../core/job/code-text.ts';
import { ruleOf } from '../core/job/job-of.ts';
import { paramsTextMaker } from '../core/job/params-text.ts';
import { ScriptReads } from '../core/job/script-reads.ts';
import type { JobGraph, JobId } from '../core/graph/job-graph.ts';
import { NO_ROW } from '../core/records/record-table.ts';
import { shapeText } from '../core/rule/file-groups.ts';
import type { Rule } from '../core/rule/rule.ts';
import type { RecordTexts } from '../engine/job-maker.ts';
import { configReads } from './config-reads.ts';
import type { JobMakerOptions } from './job-maker-options.ts';

/** What is compared of a job, and recorded at its success. Each text is made once a rule or shape. */
export class RecordTextMaker {
  readonly #options: JobMakerOptions;
  readonly #scriptReads: ScriptReads;
  readonly #params = new Map<Rule, (graph: JobGraph, job: JobId) => string>();
  readonly #code = new Map<Rule, string>();
  readonly #shapes = new Map<number, string>();

  constructor(options: JobMakerOptions) {
    this.#options = options;
    this.#scriptReads = new ScriptReads(options.config);
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

  #shape(index: number): string {
    const known = this.#shapes.get(index);
    if (known !== undefined) return known;
    const text = shapeText(this.#options.graph.shapes[index] ?? []);
    this.#shapes.set(index, text);
    return text;
  }
}
