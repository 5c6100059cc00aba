import type { ScriptPayload } from '../core/job/script-payload.ts';
import type { FileGroups } from '../core/rule/file-groups.ts';

/**
 * What is read before an R script of a rule: the S4 object `snakemake`, shaped as Snakemake shapes
 * it. Its lists hold all items by number, from 1, and after them the same under their names:
 * `snakemake@input[[1]]`, `snakemake@params[["min"]]`.
 */
export function rPreamble(payload: ScriptPayload): string {
  const { rule, threads, scriptDirectory, params, log, resources, config } = payload;
  const named = Object.entries(params.named);
  const cores = { _cores: threads, _nodes: 1, cpus_per_task: threads, ...resources };
  const slots: readonly (readonly [slot: string, type: string, value: string])[] = [
    ['input', 'list', files(payload.input)],
    ['output', 'list', files(payload.output)],
    ['params', 'list', items([...params.positional, ...named.map(([, it]) => it)], named)],
    ['wildcards', 'list', record(payload.wildcards)],
    ['threads', 'numeric', JSON.stringify(threads)],
    ['log', 'list', items(log, [])],
    ['resources', 'list', record(cores)],
    ['config', 'list', isRecord(config) ? value(config) : 'list()'],
    ['rule', 'character', quote(rule)],
    ['bench_iteration', 'numeric', 'as.numeric(NA)'],
    ['scriptdir', 'character', quote(scriptDirectory)],
    ['source', 'function', SOURCE],
  ];
  const types = slots.map(([slot, type]) => `${slot} = "${type}"`).join(', ');
  const values = slots.map(([slot, , text]) => `  ${slot} = ${text}`).join(',\n');
  return `snakemake <- methods::setClass("Snakemake", slots = c(${types}))(\n${values}\n)\n`;
}

/** Reads another R file, whose path is relative to the script. */
const SOURCE =
  'function(...) { folder <- setwd(snakemake@scriptdir); on.exit(setwd(folder)); source(...) }';

type Entry = readonly [name: string, value: unknown];

function files({ all, groups }: FileGroups): string {
  const named = groups.flatMap(({ name, isList, paths }): Entry[] => {
    const [only] = paths;
    if (name === undefined) return [];
    return [[name, isList || only === undefined ? paths : only]];
  });
  return items(all, named);
}

/** Values that are reached by number and by name. */
function record(values: Readonly<Record<string, unknown>>): string {
  return items(Object.values(values), Object.entries(values));
}

function items(all: readonly unknown[], named: readonly Entry[]): string {
  const entries = named.map(([name, item]) => `${quote(name)} = ${value(item)}`);
  return `list(${[...all.map(value), ...entries].join(', ')})`;
}

/** A list is a vector, and with records or lists in it a list; a record is a list with names. */
function value(given: unknown): string {
  if (Array.isArray(given)) {
    const parts: readonly unknown[] = given;
    const isVector = parts.every((part) => typeof part !== 'object');
    return `${isVector ? 'c' : 'list'}(${parts.map(value).join(', ')})`;
  }
  if (isRecord(given)) return items([], Object.entries(given));
  if (typeof given === 'string') return quote(given);
  if (typeof given === 'boolean') return given ? 'TRUE' : 'FALSE';
  return typeof given === 'number' ? JSON.stringify(given) : 'NULL';
}

/** In ASCII, other bytes by their numbers, so that a path is the same in every locale. */
function quote(text: string): string {
  let quoted = '"';
  for (const byte of Buffer.from(text)) {
    const character = String.fromCharCode(byte);
    if (byte < 0x20 || byte > 0x7e) quoted += `\\x${byte.toString(16).padStart(2, '0')}`;
    else quoted += character === '"' || character === '\\' ? `\\${character}` : character;
  }
  return `${quoted}"`;
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
