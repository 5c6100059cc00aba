import type { FileGroups } from '../rule/file-groups.ts';
import type { ParamValue } from '../rule/param-value.ts';
import type { Wildcards } from '../pattern/path-pattern.ts';

/**
 * A command with our placeholders, compiled once a rule. Only `{input…}`, `{output…}`,
 * `{params…}`, `{wildcards.x}`, `{threads}`, `{resources.x}`, `{log}` and `{config.x}` are
 * replaced; every other brace stays. Nothing is expanded twice.
 */
export interface CommandTemplate {
  /** Dedented and otherwise to the letter: this is what the record keeps as code. */
  readonly source: string;
  /** Paths into the config that the template reads, as `a.b`; they are recorded as params. */
  readonly configPaths: readonly string[];
  /**
   * Shell text. Every value is quoted for the place where it stands. Throws a `FlowError` where a
   * value is missing or cannot be shown.
   */
  render(values: TemplateValues): string;
}

/** An item of `exec`: the same placeholders, and no shell. */
export interface ArgumentTemplate {
  /** To the letter. */
  readonly source: string;
  readonly configPaths: readonly string[];
  /**
   * The arguments that the item stands for. A placeholder that is all of it gives an argument for
   * each of its values; within other text values are joined by blanks.
   */
  renderItems(values: TemplateValues): readonly string[];
}

export interface TemplateValues {
  readonly input: FileGroups;
  readonly output: FileGroups;
  readonly log: readonly string[];
  readonly params: JobParams;
  readonly wildcards: Wildcards;
  readonly threads: number;
  readonly resources: Readonly<Record<string, number | string>>;
  readonly config: unknown;
}

/** The params of a job, evaluated. */
export interface JobParams {
  readonly positional: readonly ParamValue[];
  readonly named: Readonly<Record<string, ParamValue>>;
}
