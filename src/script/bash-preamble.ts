import type { FileGroups } from '../core/rule/file-groups.ts';
import type { ScriptPayload } from '../core/job/script-payload.ts';

/**
 * What is read before a bash script of a rule: its job as the associative arrays that Snakemake
 * gives its bash scripts. `${snakemake_input[0]}` and `${snakemake_input[name]}` are files or whole
 * groups, `${snakemake[threads]}` and `${snakemake[rule]}` the rest; lists are joined by blanks.
 */
export function bashPreamble(payload: ScriptPayload): string {
  const { rule, threads, scriptDirectory, params } = payload;
  const arrays: [suffix: string, entries: Iterable<Entry>][] = [
    ['_input', fileEntries(payload.input)],
    ['_output', fileEntries(payload.output)],
    ['_log', payload.log.entries()],
    ['_params', [...params.positional.entries(), ...named(params.named, params.positional.length)]],
    ['_wildcards', named(payload.wildcards)],
    ['_resources', named({ cpus_per_task: threads, ...payload.resources })],
    ['_config', Object.entries(asRecord(payload.config))],
    ['', Object.entries({ rule, threads, scriptdir: scriptDirectory })],
  ];
  const declared = arrays.map(([suffix, entries]) => declare(`snakemake${suffix}`, entries));
  return `${declared.join('')}snakemake_resources[tmpdir]=\${TMPDIR:-/tmp}\n`;
}

type Entry = readonly [key: string | number, value: unknown];

/** A group under a name counts as one item, whose number comes after those before it. */
function fileEntries({ groups }: FileGroups): Entry[] {
  const items = groups.flatMap(({ name, paths }): [string | undefined, readonly string[]][] =>
    name === undefined ? paths.map((path) => [undefined, [path]]) : [[name, paths]],
  );
  return items.flatMap(([name, value], index): Entry[] =>
    name === undefined
      ? [[index, value]]
      : [
          [index, value],
          [name, value],
        ],
  );
}

/** Under their names and by number, from `first` on. */
function named(values: Readonly<Record<string, unknown>>, first = 0): Entry[] {
  return Object.entries(values).flatMap(([name, value], index): Entry[] => [
    [first + index, value],
    [name, value],
  ]);
}

function declare(name: string, entries: Iterable<Entry>): string {
  const items = Array.from(
    entries,
    ([key, value]) => `[${quote(String(key))}]=${quote(text(value))}`,
  );
  return `declare -A ${name}=(${items.join(' ')})\n`;
}

/** Bash has no nested arrays: of a record there are the keys. */
function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(' ');
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? Object.keys(value).join(' ') : JSON.stringify(value);
}

function quote(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

function asRecord(config: unknown): object {
  return typeof config === 'object' && config !== null ? config : {};
}
