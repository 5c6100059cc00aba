// Placeholders in commands.

export const TEMPLATE_PAGES = {
  'unknown-placeholder': {
    titles: [
      '`…` is no placeholder, in the … of rule `…`',
      '`…` is beyond the end, in the … of rule `…`',
      '`…` does not say which, in the … of rule `…`',
      '`…` asks for a part of something that has none, in the … of rule `…`',
      '`…` stands for nothing, in the … of rule `…`',
      '`…` names nothing that the rule has, in the … of rule `…`',
      '`…` names nothing that is in the config, in the … of rule `…`',
      '`:…` is nothing that `…` can have, in the … of rule `…`',
    ],
    means:
      "A brace in a command is nearly one of flow's: `{input}`, `{output}`, `{params.x}`, `{wildcards.x}`, `{threads}`, `{resources.x}`, `{log}`, `{config.x}`. Any other brace is left to the shell.",
    remedy: 'Mend it, or write `{{text}}` for the text itself.',
    files: {
      'flow.yaml': 'rules:\n  a: { input: a.txt, output: b.txt, shell: "cp {inptu} {output}" }\n',
    },
  },
  'placeholder-in-preamble': {
    titles: ['`…` stands in the preamble of rule `…`, where nothing is filled in'],
    means:
      'The shell text before the commands of a workflow or a rule is the same for all jobs, and is run as it is written.',
    remedy: 'Put what depends on the job or the config into the command.',
    files: {
      'flow.yaml':
        'preamble: "module load {config.cuda}"\nconfig: { cuda: cuda/12 }\nrules:\n  a: { output: a.txt, shell: "touch {output}" }\n',
    },
  },
  'no-placeholder-value': {
    titles: [
      '`{…}` has no value',
      '`…` is …, which is no text for a command',
      '`{…}` stands in shell arithmetic and is no whole number: `…`',
    ],
    means:
      'A placeholder is known, and its value for this job cannot be put into a command: a param that the function did not give, a record, or a text where bash evaluates a number.',
    remedy: 'Name one value, or make a text of it in a param.',
    files: {
      'flow.ts': `import { rule } from 'dagflow';

export default [
  rule('a', { output: 'a', params: { size: { x: 1, y: 2 } }, shell: 'echo {params.size} > {output}' }),
];
`,
    },
  },
  'unquotable-place': {
    titles: ['`…` stands …, where it cannot be quoted, in the command of rule `…`'],
    means:
      'Values are quoted for the place where they stand. In a here-document, between backticks and within `${…}` there is no way of quoting that holds for every value.',
    remedy:
      'Pass the value in an argument or a variable, or write `{input:raw}` if no value can do harm.',
    files: {
      'flow.yaml':
        'rules:\n  a: { input: a.txt, output: b.txt, shell: "echo `cat {input}` > {output}" }\n',
    },
  },
  'nul-in-command': {
    titles: ['the command of rule `…` would hold a NUL character'],
    means: 'No program can be given a NUL character in an argument.',
    remedy: 'Write the value to a file and pass the path of that.',
    files: { 'flow.yaml': 'rules:\n  b: { output: b, shell: "printf \'a\\0b\' > {output}" }\n' },
    typed: 'flow -c1',
  },
} as const;
