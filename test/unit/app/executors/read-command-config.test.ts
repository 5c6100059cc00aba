import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCommandConfig } from '../../../../src/app/executors/read-command-config.ts';
import { FlowError } from '../../../../src/core/diagnostic.ts';
import { submitLine } from '../../../../src/executors/command/job-values.ts';
import type { JobSpec } from '../../../../src/ports/job-spec.ts';
import { jobSpec } from '../../executors/job-spec.ts';

const GOOD = [
  'submit: qsub -N {name} {options} {script}',
  'options: { mem: "-l mem={mem_mib}mb", queue: "-q {queue}", threads: "-l ncpus={threads}" }',
  'status: qstat {ids}',
  String.raw`job: '^(?<id>\d+) (?<state>\w)$'`,
  'states: { queued: [Q], running: R }',
  'cancel: qdel {ids}',
  'find: qselect -N {name}',
];

describe('how a batch system is talked to', () => {
  test('options are there for what a job asks for, and for nothing else', () => {
    const { lines } = read(GOOD);
    expect(submitLine({ spec: spec({}), script: '/w/t.sh' }, lines)).toBe(
      'qsub -N flow-3c469e9d6c  /w/t.sh',
    );
    const asks = { memMib: 2000.5, threads: 4, custom: { queue: "it's long", other: 1 } };
    expect(submitLine({ spec: spec(asks), script: '/w/my t.sh' }, lines)).toBe(
      "qsub -N flow-3c469e9d6c -l mem=2001mb -q 'it'\\''s long' -l ncpus=4 '/w/my t.sh'",
    );
  });

  test('times are given in the ways that systems want them', () => {
    const { lines } = read(['submit: q {time_s} {time_min} {time_hms}', ...GOOD.slice(1)]);
    const line = submitLine({ spec: spec({ timeS: 90_061.2 }), script: 's' }, lines);
    expect(line).toBe('q 90062 1502 25:01:02');
  });

  test('states are known by the words of the list', () => {
    expect(read(GOOD).lines.states).toEqual(
      new Map([
        ['Q', 'queued'],
        ['R', 'running'],
      ]),
    );
  });

  test('a system has a thousand cores and no cards, unless it is said', () => {
    expect(read(GOOD)).toMatchObject({ cores: 1000, gpus: 0 });
    expect(read([...GOOD, 'cores: 64', 'gpus: 8'])).toMatchObject({ cores: 64, gpus: 8 });
  });

  test('the number of a job is found where nothing else is said', () => {
    const { id } = read(GOOD).lines;
    const printed = ['123', '123.head.site', 'Job <45> is submitted', 'cluster 7.'];
    expect(printed.map((text) => id.exec(text)?.[1])).toEqual(['123', '123.head.site', '45', '7']);
  });

  test.each(['sge.yaml', 'pbs.yaml'])('the example %s is understood', (name) => {
    const file = resolve(import.meta.dirname, '../../../../docs/executors', name);
    expect(() => readCommandConfig(readFileSync(file, 'utf8'), name)).not.toThrow();
  });

  test('all that makes no sense is told, with its place', () => {
    const text = [
      'submit: qsub {scirpt}',
      'status: [qstat]',
      "job: '^(\\d+)'",
      'states: { quued: [Q], running: { R: 1 } }',
      "id: '('",
      'cancle: qdel {ids}',
      'gpus: many',
      'find: qselect -N `echo {name}`',
    ];
    expect(problems(text)).toMatchInlineSnapshot(`
      [
        "6:1 nothing is called \`cancle\` here; did you mean \`cancel\`?",
        "1:1 \`cancel\` is missing; add it, as in \`cancel: qdel {ids}\`",
        "1:9 \`{scirpt}\` stands for nothing; did you mean \`{script}\`? Write \`{{scirpt}}\` for the text itself",
        "5:6 \`id\` is no regular expression: Invalid regular expression: /(/u: Unterminated group; write one as in JavaScript, in single quotes",
        "2:9 \`status\` is a list; write a text",
        "3:7 \`job\` has no group \`id\`; put it around what is to be found: \`^(?<id>\\d+) .* (?<state>\\w+)$\`",
        "3:7 \`job\` has no group \`state\`; put it around what is to be found: \`^(?<id>\\d+) .* (?<state>\\w+)$\`",
        "4:11 nothing is called \`quued\` here; did you mean \`queued\`?",
        "4:32 \`states: running\` is a record; write words of the list, as in \`[Q, H]\`",
        "8:7 \`{name}\` stands where its value cannot be quoted; put it outside of backticks, \`\${…}\`, comments and here-documents",
        "7:7 \`gpus\` is the text \`many\`; write a whole number: what jobs of a run may hold there at once",
      ]
    `);
  });

  test('a file that is no map is told', () => {
    expect(problems(['- qsub'])).toMatchInlineSnapshot(`
      [
        "1:1 what \`--executor-config\` names is a list; write the commands of the system, a line each: \`submit: qsub … {script}\`, \`status: qstat\`",
      ]
    `);
    expect(problems([''])).toMatchInlineSnapshot(`
      [
        "1:1 what \`--executor-config\` names is empty; write the commands of the system, a line each: \`submit: qsub … {script}\`, \`status: qstat\`",
      ]
    `);
  });
});

function read(lines: readonly string[]): ReturnType<typeof readCommandConfig> {
  return readCommandConfig(lines.join('\n'), 'x.yaml');
}

function problems(lines: readonly string[]): readonly string[] {
  try {
    read(lines);
    return [];
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return error.diagnostics.map(({ title, hint, spans: [place] }) => {
      const { line, column } = place?.span ?? { line: 0, column: 0 };
      return `${line}:${column} ${title}; ${hint}`;
    });
  }
}

function spec(resources: Partial<JobSpec['resources']>): JobSpec {
  return jobSpec({ token: 'token', resources: { ...jobSpec().resources, ...resources } });
}
