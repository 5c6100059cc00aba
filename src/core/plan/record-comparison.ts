import type { JobId } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';
import type { RecordRow, TextId } from '../records/record-table.ts';
import { shapeText } from '../rule/file-groups.ts';
import type { Rule } from '../rule/rule.ts';
import { changedParams } from './changed-params.ts';
import type { ContentComparison } from './content-comparison.ts';
import { inputsChanged } from './inputs-changed.ts';
import { KnownText, KnownTexts } from './known-text.ts';
import type { PlanInput } from './plan-input.ts';
import type { OwnReason } from './reason.ts';

/** Compares jobs with records of their success, adding what differs to `found`. */
export class RecordComparison {
  readonly #input: PlanInput;
  readonly #contents: ContentComparison;
  readonly #isRemade: (edge: number) => boolean;
  readonly #shapes: KnownTexts;
  readonly #code: KnownTexts;
  readonly #env: KnownTexts;
  /** By rule, of its first job: often all have the same. */
  readonly #params: (KnownText | undefined)[] = [];

  /** What `isRemade` says will be made again is not compared: what is there now does not count. */
  constructor(input: PlanInput, contents: ContentComparison, isRemade: (edge: number) => boolean) {
    const { graph, records } = input;
    const known = (ask: (rule: Rule) => string): KnownTexts =>
      new KnownTexts((index) => {
        const rule = graph.rules[index];
        return new KnownText(rule === undefined ? '' : ask(rule), records);
      });
    this.#input = input;
    this.#contents = contents;
    this.#isRemade = isRemade;
    this.#code = known(input.code);
    this.#env = known(input.env);
    this.#shapes = new KnownTexts(
      (index) => new KnownText(shapeText(graph.shapes[index] ?? []), records),
    );
  }

  compare(job: JobId, row: RecordRow, found: OwnReason[]): void {
    const hasSameFiles = this.#hasSameFiles(job, row);
    if (this.#input.triggers.has('input') && !(hasSameFiles && this.#hasSameShape(job, row))) {
      found.push(inputsChanged(this.#input, job, row));
    }
    if (this.#contents.isOn) {
      const places = hasSameFiles ? undefined : this.#placesIn(row);
      this.#compareContents(job, { row, places }, found);
    }
    this.#compareTexts(job, row, found);
  }

  #hasSameFiles(job: JobId, row: RecordRow): boolean {
    const { graph, records } = this.#input;
    const start = graph.inputStart[job] ?? 0;
    const count = (graph.inputStart[job + 1] ?? 0) - start;
    if (records.inputCount(row) !== count) return false;
    for (let place = 0; place < count; place++) {
      if (records.inputAt(row, place) !== graph.inputFile[start + place]) return false;
    }
    return true;
  }

  #hasSameShape(job: JobId, row: RecordRow): boolean {
    const shape = this.#input.graph.inputShape[job] ?? 0;
    return this.#shapes.at(shape).isAt(this.#input.records.shape(row));
  }

  /** `places` of the inputs in the record; undefined: as in the graph. */
  #compareContents(
    job: JobId,
    { row, places }: { row: RecordRow; places: ReadonlyMap<FileId, number> | undefined },
    found: OwnReason[],
  ): void {
    const { graph, records } = this.#input;
    const start = graph.inputStart[job] ?? 0;
    const end = graph.inputStart[job + 1] ?? 0;
    let told: Set<FileId> | undefined;
    for (let edge = start; edge < end; edge++) {
      if (!this.#contents.hasContent(edge)) continue;
      const file = graph.inputFile[edge] ?? 0;
      const place = places === undefined ? edge - start : places.get(file);
      if (place === undefined) continue;
      const recorded = records.inputDigestAt(row, place);
      if (this.#contents.isSame(edge, recorded) || this.#isRemade(edge)) continue;
      told ??= new Set();
      if (told.has(file)) continue;
      told.add(file);
      found.push(this.#contents.reason(edge, recorded, this.#contents.found(file)));
    }
  }

  #placesIn(row: RecordRow): ReadonlyMap<FileId, number> {
    const { records } = this.#input;
    const places = new Map<FileId, number>();
    for (let place = 0; place < records.inputCount(row); place++) {
      places.set(records.inputAt(row, place), place);
    }
    return places;
  }

  #compareTexts(job: JobId, row: RecordRow, found: OwnReason[]): void {
    const { graph, records, triggers } = this.#input;
    const rule = graph.ruleIndex[job] ?? 0;
    if (triggers.has('code')) {
      const code = this.#code.at(rule);
      const old = records.code(row);
      if (!code.isAt(old)) {
        found.push({ kind: 'code-changed', old: records.text(old), new: code.text });
      }
    }
    if (triggers.has('params')) {
      const params = this.#input.params(job);
      const old = records.params(row);
      if (!this.#hasSameParams(rule, params, old)) {
        const changes = changedParams(records.text(old), params);
        found.push({ kind: 'params-changed', changes });
      }
    }
    if (triggers.has('software-env')) {
      const env = this.#env.at(rule);
      const old = records.env(row);
      if (!env.isAt(old)) {
        found.push({ kind: 'env-changed', old: records.text(old), new: env.text });
      }
    }
  }

  #hasSameParams(rule: number, params: string, old: TextId): boolean {
    const { records } = this.#input;
    this.#params[rule] ??= new KnownText(params, records);
    const first = this.#params[rule];
    return first.text === params ? first.isAt(old) : records.text(old) === params;
  }
}
