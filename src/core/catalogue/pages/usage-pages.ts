// The command line and the choice of the workflow.

export const USAGE_PAGES = {
  usage: {
    titles: ['there is no flag `…`', '`--… …` makes no sense', '`-d …` is no directory'],
    means:
      'A flag is not known, has a value that makes no sense, or does not go together with another one. Nothing was read and nothing was done.',
    remedy: 'See `flow COMMAND --help` for the flags of a command and their values.',
    files: { 'flow.yaml': 'rules: { a: { output: a, shell: "touch {output}" } }\n' },
    typed: 'flow --keep-gong',
  },
  'no-workflow': {
    titles: ['no workflow file was found'],
    means:
      'Without `-s FILE`, and without a config file that names its workflow, flow looks in the working directory for `flow.ts`, `flow.js`, `flow.mjs`, `flow.yaml` and `flow.yml`, and for the same below `workflow/`.',
    remedy:
      'Go to the folder of the workflow, name the file with `-s`, or begin one with `flow init`.',
    files: {},
  },
  'no-shipped-workflow': {
    titles: ['the config names the workflow `…`, and none of that name comes with flow'],
    means:
      '`workflow:` in a config file is a word without a slash and without an ending, so it is the name of a workflow that comes with flow; there is none of that name.',
    remedy: 'Mend the name, or write a path for a workflow of your own: `workflow: ./flow.yaml`.',
    files: { 'config.yaml': 'workflow: kintsuki\n' },
    typed: 'flow -n --configfile config.yaml',
  },
  'unreadable-file': {
    titles: ['the … `…` cannot be read: …'],
    means:
      'A file that the command line or a config file names is not there, is a folder, may not be read, or is no text in UTF-8. Paths on the command line are relative to where you are, not to `--directory`; those in a config file are relative to that file.',
    remedy: 'Check the path with `ls -l`, and the encoding with `file`.',
    files: {},
    typed: 'flow -n -s nowhere.yaml',
  },
  'no-workflow-file': {
    titles: ['`…` is no workflow file'],
    means:
      'What a file is, flow sees by its ending, and this one belongs to no face of the language.',
    remedy: 'Name a file that ends in `.ts`, `.js`, `.mjs`, `.yaml` or `.yml`.',
    files: { 'rules.txt': 'rules: {}\n' },
    typed: 'flow -n -s rules.txt',
  },
  'bad-workflow-name': {
    titles: ['`workflow` in the config file `…` is …'],
    means: '`workflow:` in a config file names the workflow that the config is for; it is no text.',
    remedy:
      'Write a name such as `kintsugi`, or a path. If your workflow has a key of that name, call it something else.',
    files: { 'config.yaml': 'workflow: 3\n' },
    typed: 'flow -n --configfile config.yaml',
  },
  'more-problems': {
    titles: [
      '… more problems',
      '… more problem in the job graph',
      '… more problems in the job graph',
    ],
    means: 'So much is wrong that only the first of it is shown.',
    remedy: 'Mend the first ones and run again: most of the rest often has the same cause.',
    files: {
      'flow.ts': `import { rule } from 'dagflow';

const missing = Array.from({ length: 100 }, (_, index) => \`texts/\${index}.txt\`);
export default [rule('all', { input: missing })];
`,
    },
  },
  'unknown-template': {
    titles: ['there is no template `…`'],
    means:
      '`flow init TEMPLATE DIR` begins a workflow from a template, and there is none of that name.',
    remedy: 'Take `yaml`, `typescript` or `kintsugi`. The folder comes second.',
    files: {},
    typed: 'flow init yamll',
  },
  'file-in-the-way': {
    titles: [
      'nothing was written, since a file is there already: …',
      'nothing was written, since files are there already: …',
    ],
    means:
      '`flow init` never overwrites anything, and files of the names that it writes are there.',
    remedy: 'Name an empty folder, or move the files away.',
    files: { 'flow.yaml': 'rules: {}\n' },
    typed: 'flow init',
  },
  'unknown-code': {
    titles: ['no error has the code `…`'],
    means: '`flow explain` is asked for a code that no error and no warning of this version has.',
    remedy:
      'The code stands in brackets behind `error` or `warning`; `flow explain` lists all of them.',
    files: {},
    typed: 'flow explain unkown-code',
  },
  'several-jobs': {
    titles: ['rule `…` had … jobs, each with a log of its own'],
    means: '`flow logs` is asked for the log of a rule, and the rule had several jobs.',
    remedy:
      'Name one of them, in quotes as in `flow logs "count sample=a"`, or a file that it makes.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: [1.txt, 2.txt] }\n  make: { output: "{n}.txt", shell: "touch {output}" }\n',
    },
    typed: 'flow -c1 -q; flow logs make',
  },
  'unknown-job': {
    titles: ['no job and no file is called `…`'],
    means:
      'The command knows the jobs of earlier runs, by their labels and by the files that they made, and none is called so.',
    remedy:
      '`flow logs` lists what has run. Labels with blanks go in quotes: `flow logs "count sample=a"`.',
    files: {},
    typed: 'flow logs count',
  },
  'config-assignment': {
    titles: ['`--config …` gives no value', '`--config …` names no key', '`--config …`: …'],
    means:
      'Each `--config` takes one assignment, `KEY=VALUE`, or `KEY.KEY=VALUE` for a key within another. The value is read as YAML.',
    remedy:
      'Write it so; a value with blanks or brackets goes in quotes: `--config "cycles=[1, 2]"`. A text that YAML would take for something else has quotes of its own: `--config \'images="*.tif"\'`.',
    files: { 'flow.yaml': 'rules: { a: { output: a, shell: "touch {output}" } }\n' },
    typed: 'flow -n --config cycles',
  },
  'config-place': {
    titles: ['there is no place `…` in the config: the list `…` has … item…'],
    means:
      'A key of `--config`, as `samples.3=c`, leads into a list that is shorter, or goes on with something else than a number. A place in a list can be set, and the one after its last adds an item.',
    remedy: 'Give another place, or the whole list: `--config "samples=[a, b, c]"`.',
    files: {
      'flow.yaml':
        'config: { samples: [a] }\nrules: { a: { output: a, shell: "echo {config.samples} > {output}" } }\n',
    },
    typed: 'flow -n --config samples.5=c',
  },
  'unknown-config-key': {
    titles: ['the config has `…`, which the workflow does not know'],
    means:
      'A warning. A config file or `--config` gives a key that the schema of the workflow, or the `config:` of a YAML workflow, does not have. It has no effect.',
    remedy: 'Mend the key, take it out, or add it to the schema.',
    files: {
      'flow.yaml':
        'config: { cycles: [1] }\nrules: { a: { output: a, shell: "touch {output}" } }\n',
    },
    typed: 'flow -n --config cylces=2',
  },
  'bad-config-value': {
    titles: [
      '`…` in the config is not as the workflow needs it: …',
      'the config is not as the workflow needs it: …',
    ],
    means:
      'The schema of the workflow refuses a value of the config: it is of another type, too small, too large, or none of those that are allowed.',
    remedy:
      'Give a value as the title says. Later config files win over earlier ones, and `--config` over all of them.',
    files: {
      'flow.ts': `import { rule, workflow, z } from 'dagflow';

export default workflow({
  config: z.object({ count: z.number() }),
  rules: (config) => [rule('a', { output: 'a', shell: \`echo \${config.count} > {output}\` })],
});
`,
    },
    typed: 'flow -n --config count=many',
  },
  'missing-config-key': {
    titles: ['the config has no `…`', '`{config.…}` stands for nothing: the config has no `…`'],
    means:
      'The workflow needs a value that neither its defaults nor a config file nor `--config` gives.',
    remedy:
      'Give it in a config file, with `--config KEY=VALUE`, or a default under `config:` of the workflow.',
    files: {
      'flow.yaml': 'rules:\n  a: { output: "{config.folder}/a", shell: "touch {output}" }\n',
    },
  },
} as const;
