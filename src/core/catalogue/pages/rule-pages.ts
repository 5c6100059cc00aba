// Rules and their fields.

export const RULE_PAGES = {
  'unknown-key': {
    titles: ['… has a key `…`, which means nothing there'],
    means:
      'A rule or a workflow has a field that flow does not know. It might have been meant as one that it does, so it is not passed over.',
    remedy: 'Mend it, or take it out; docs/rules.md describes all fields.',
    files: { 'flow.yaml': 'rules:\n  a: { outptu: a, shell: "touch a" }\n' },
  },
  'wrong-value': {
    titles: ['… is …'],
    means:
      'A field holds something of a kind that cannot be there, such as a list where one text is wanted, or nothing at all.',
    remedy: 'The hint says what can be there; docs/rules.md shows each field in use.',
    files: { 'flow.yaml': 'rules:\n  a: { output: a, shell: [touch, a] }\n' },
  },
  'rule-name': {
    titles: ['`…` is no name for a rule'],
    means: 'Rules are named on the command line and in the names of logs.',
    remedy:
      'Take a name that starts with a letter and goes on with letters, digits, `_`, `-` and `.`.',
    files: { 'flow.yaml': 'rules:\n  "2nd step": { output: a, shell: "touch {output}" }\n' },
  },
  'no-command': {
    titles: ['rule `…` has outputs, and nothing that makes them'],
    means:
      'A rule without `shell`, `exec` or `script` only asks for its inputs; it can have no outputs.',
    remedy: 'Say what makes the outputs, or take the outputs out.',
    files: { 'flow.yaml': 'rules:\n  a: { output: a.txt }\n' },
  },
  'empty-command': {
    titles: ['`…` of rule `…` is empty'],
    means: 'The rule has a command without a word in it.',
    remedy: 'Say what to run; a rule that only asks for its inputs has no command at all.',
    files: { 'flow.yaml': 'rules:\n  a: { output: a.txt, shell: "" }\n' },
  },
  'two-run-parts': {
    titles: ['rule `…` has `…`, and a rule runs one thing'],
    means:
      '`shell`, `exec` and `script` are three ways to say what runs, and a rule has one of them.',
    remedy: 'Keep one; several commands go into one `shell` text, a line each.',
    files: { 'flow.yaml': 'rules:\n  a: { output: a, shell: "touch a", exec: [touch, a] }\n' },
  },
  'bad-path': {
    titles: [
      'the path `…` is empty',
      'the path `…` is the working directory or one above it',
      'the path `…` has a NUL character in it',
      'the path `…` has `..` behind a wildcard',
      'the path `…` lies among the records of flow',
    ],
    means: 'A rule reads or writes a path that no file can have, or that cannot belong to one job.',
    remedy: 'Write the path of a file or a folder, relative to the working directory.',
    files: { 'flow.yaml': 'rules:\n  a: { output: ".", shell: "touch x" }\n' },
  },
  'tilde-path': {
    titles: ['the path `…` starts with `~`, which means nothing here'],
    means: 'A warning. Only shells know `~`; in a rule it is a folder of that name.',
    remedy: 'Write the whole path, or take it from the config.',
    files: {
      'flow.yaml': 'rules:\n  a: { output: "~/a.txt", shell: "mkdir -p \'~\'; touch {output}" }\n',
    },
  },
  'duplicate-output': {
    titles: ['rule `…` writes `…` twice'],
    means: 'Two outputs, or an output and a log, of a rule have the same path.',
    remedy: 'Give each a path of its own.',
    files: { 'flow.yaml': 'rules:\n  a: { output: [a, ./a], shell: "touch {output}" }\n' },
  },
  'duplicate-name': {
    titles: ['… called `…` is there twice, in rule `…`'],
    means:
      'Two inputs, outputs or params of a rule have the same name, so that a command could not tell them apart.',
    remedy: 'Give each a name of its own; several files under one name are a list.',
  },
  'flag-conflict': {
    titles: ['output `…` of rule `…` is both `…` and `…`'],
    means:
      'An output has two flags that cannot both hold, such as `temp`, which is removed, and `protect`, which is kept.',
    remedy: 'Keep one of them.',
    files: {
      'flow.yaml': 'rules:\n  a: { output: { temp: { protect: a } }, shell: "touch {output}" }\n',
    },
  },
  'missing-variable': {
    titles: ['the variable `…` of the environment is not set'],
    means:
      'The workflow says with `envvars` that its jobs need a variable of the environment, and flow was started without it.',
    remedy: 'Set it before you start flow: `export NAME=…`. Its value is never written down.',
    files: {
      'flow.yaml':
        'envvars: [FLOW_EXAMPLE_TOKEN]\nrules:\n  a: { output: a, shell: "touch {output}" }\n',
    },
  },
  'unknown-rule': {
    titles: ['the order names a rule `…`, and there is no such rule'],
    means:
      '`order` says which of several rules goes first, and names one that the workflow does not have.',
    remedy: 'Mend the name, or take it out.',
    files: {
      'flow.yaml': 'order: [fast, slow]\nrules:\n  fast: { output: a, shell: "touch {output}" }\n',
    },
  },
  'order-cycle': {
    titles: ['the order prefers rule `…` to itself', 'the order of … rules contradicts itself'],
    means:
      'One order prefers a rule to another one, and another order says the contrary, directly or through others.',
    remedy: 'Take one of them out of one of the orders.',
    files: {
      'flow.yaml':
        'order: [[x, y], [y, x]]\nrules:\n  x: { output: a, shell: "touch {output}" }\n  y: { output: b, shell: "touch {output}" }\n',
    },
  },
  'member-name': {
    titles: [
      '`…` is no name for …, in rule `…`',
      '… cannot be called `…`: scripts need that name, in rule `…`',
      '… is marked `…`, and flow has no such flag, in rule `…`',
      '… is called `…`, which is a flag and no name, in rule `…`',
      '… is marked `…`, which is a flag of outputs, in rule `…`',
    ],
    means:
      'Inputs, outputs and params are asked for by name in commands, `{input.reads}`, and in scripts. The name is no identifier, or is one that scripts need for something else.',
    remedy: 'Take another name, of letters, digits and `_`.',
    files: {
      'flow.yaml': 'rules:\n  a: { output: { the file: a.txt }, shell: "touch {output}" }\n',
    },
  },
  'bad-number': {
    titles: ['`…` of rule `…` is `…`'],
    means:
      'A field that takes a number, such as `retries`, has another value, or a number that makes no sense.',
    remedy: 'Write what the hint says.',
    files: { 'flow.yaml': 'rules:\n  a: { output: a, retries: -1, shell: "touch {output}" }\n' },
  },
  'bad-amount': {
    titles: ['`…` of rule `…` is `…`'],
    means:
      'A resource has a value that is no amount: a unit that is not known, a negative number, or a function that answers something else.',
    remedy: 'Write amounts as in `mem: "4 GB"`, `time: "2 h"`, `gpus: 0.5`, `threads: 8`.',
    files: {
      'flow.yaml':
        'rules:\n  a: { output: a, resources: { mem: 4 apples }, shell: "touch {output}" }\n',
    },
  },
  'foreign-resource': {
    titles: ['`…` of rule `…` would mean nothing here'],
    means:
      'A resource has the name that another engine gives it, such as `mem_mb`. flow would take it for one of your own, and the job would get no memory.',
    remedy: 'Write the name in the hint: `mem`, `disk`, `time`, `gpus`.',
    files: {
      'flow.yaml':
        'rules:\n  a: { output: a, resources: { mem_mb: 4000 }, shell: "touch {output}" }\n',
    },
  },
  'near-resource': {
    titles: ['`…` of rule `…` is a resource of your own'],
    means:
      'A warning. The name of a resource is nearly one that flow knows. As it stands it is one of your own, which only counts if the run has some of it.',
    remedy: 'Mend the name, or take one that is less like it.',
    files: {
      'flow.yaml': 'rules:\n  a: { output: a, resources: { gpuss: 1 }, shell: "touch {output}" }\n',
    },
  },
  'param-not-json': {
    titles: ['param `…` of rule `…` is …, which cannot be recorded'],
    means:
      'Params are recorded, so that a change is a reason to run. A function, a date, a number that is none, or a value that contains itself cannot be.',
    remedy: 'Make texts, numbers, booleans, null, lists or records of it.',
    files: {
      'flow.ts': `import { rule } from 'dagflow';

export default [rule('a', { output: 'a', params: { scale: Number.NaN }, shell: 'touch {output}' })];
`,
    },
  },
  'function-threw': {
    titles: ['the function `…` of rule `…` failed: …'],
    means:
      'A function of a rule that answers params, resources or threads threw an error for a job.',
    remedy:
      'It has to answer for every job of the rule; the wildcards of the job that it failed for are shown.',
    files: {
      'flow.ts': `import { rule } from 'dagflow';

const mem = () => {
  throw new Error('no table');
};
export default [rule('a', { output: 'a', resources: { mem }, shell: 'touch {output}' })];
`,
    },
  },
  'input-function-failed': {
    titles: ['an input function of rule `…` failed: …'],
    means: 'An input function threw an error for a job.',
    remedy: 'See what it does with the wildcards and the config of that job; both are shown.',
    files: {
      'flow.ts': `import { rule } from 'dagflow';

const input = () => {
  throw new Error('no table');
};
export default [rule('a', { input, output: 'a', shell: 'cat {input} > {output}' })];
`,
    },
  },
  'bad-input-answer': {
    titles: ['an input function of rule `…` gave …'],
    means: 'An input function answered something that is no path.',
    remedy: 'Return a path, a list of paths, or an object of those.',
    files: {
      'flow.mjs': `import { rule } from 'dagflow';

export default [rule('a', { input: () => 3, output: 'a', shell: 'cat {input} > {output}' })];
`,
    },
  },
  'script-language': {
    titles: ['the script `…` of rule `…` is in no language that is known by its ending'],
    means: 'How a script is run, flow sees by its ending.',
    remedy: 'Give it the ending of its language, or run it with `shell` or `exec`.',
    files: { 'flow.yaml': 'rules:\n  a: { output: a, script: make.pl }\n' },
  },
  'missing-script': {
    titles: ['the script of rule `…` does not exist', 'the script of rule `…` is a folder'],
    means:
      'A rule names a script that is not there. The path is relative to the file in which the rule is written.',
    remedy: 'Mend the path, or write the script.',
    files: { 'flow.yaml': 'rules:\n  a: { output: a, script: steps/make.py }\n' },
  },
  'no-such-output': {
    titles: ['rule `…` has no output `…`'],
    means: 'A rule asks for an output of another one by a name that it has not.',
    remedy: 'Mend the name, or name that output.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: { rule: a, output: picture } }\n  a: { output: { image: a.png }, shell: "touch {output}" }\n',
    },
  },
  'which-output': {
    titles: ['rule `…` has several outputs'],
    means:
      'A rule asks for the output of another one that has several under names, and does not say for which.',
    remedy: 'Add `output: NAME`.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: { expand: { rule: a }, n: [1, 2] } }\n  a: { output: { x: "{n}.x", y: "{n}.y" }, shell: "touch {output}" }\n',
    },
  },
  'duplicate-rules': {
    titles: ['… rules are called `…`'],
    means: 'Several rules of the workflow, with its included files, have the same name.',
    remedy: 'Give each a name of its own.',
    files: {
      'flow.ts': `import { rule } from 'dagflow';

export default [
  rule('copy', { output: 'a', shell: 'touch {output}' }),
  rule('copy', { output: 'b', shell: 'touch {output}' }),
];
`,
    },
  },
  'several-defaults': {
    titles: ['… rules are marked as default'],
    means:
      'The rule that is marked `default` is made when no target is given, so there can be one.',
    remedy: 'Mark one; for several, add a rule whose inputs they make.',
    files: {
      'flow.yaml':
        'rules:\n  a: { default: true, output: a, shell: "touch {output}" }\n  b: { default: true, output: b, shell: "touch {output}" }\n',
    },
  },
  'unknown-producer': {
    titles: [
      'rule `…` reads an output of rule `…`, and there is no such rule',
      'rule `…`, which is to make `…`, is not in the workflow',
    ],
    means: 'A rule refers to the output of another one that the workflow does not have.',
    remedy: 'Mend the name, or put that rule into the list of rules.',
    files: { 'flow.yaml': 'rules:\n  all: { input: { rule: stitch } }\n' },
  },
} as const;
