// Targets, the job graph and the plan.

export const GRAPH_PAGES = {
  'no-rules': {
    titles: ['the workflow has no rules'],
    means: 'The workflow file can be read, and there is nothing in it that could be made.',
    remedy: 'Add a rule.',
    files: { 'flow.yaml': 'rules: {}\n' },
  },
  'unknown-target': {
    titles: [
      'target `…` is no rule, and nothing makes a file of that name',
      'target `…` is the working directory, which no rule makes',
    ],
    means:
      'A target is the name of a rule or a path. There is no rule of that name, no rule has an output that matches it, and no such file exists.',
    remedy:
      '`flow list` shows the rules and what they make. Paths are relative to the working directory.',
    files: { 'flow.yaml': 'rules:\n  count: { output: counts.txt, shell: "touch {output}" }\n' },
    typed: 'flow -n cuont',
  },
  'target-has-wildcards': {
    titles: [
      'rule `…` cannot be a target: its wildcards (…) have no values',
      'target `…` is a pattern: its wildcards (…) have no values',
    ],
    means:
      'The rule makes one file for each value of its wildcards, and its name alone does not say which.',
    remedy: 'Name a file that it makes, or a rule without wildcards that asks for those files.',
    files: {
      'flow.yaml': 'rules:\n  copy: { output: "out/{sample}.txt", shell: "touch {output}" }\n',
    },
    typed: 'flow -n copy',
  },
  'overwrites-workflow': {
    titles: ['rule `…` would overwrite `…`, …'],
    means:
      'The output, log or benchmark of a job is the workflow file, or a script of the workflow. Running the job would destroy it.',
    remedy: 'Give it another path.',
    files: {
      'flow.yaml': 'rules:\n  tidy: { output: flow.yaml, shell: "tidy > {output}" }\n',
    },
  },
  'default-has-wildcards': {
    titles: ['no target was given, and rule `…`, …, has wildcards (…)'],
    means:
      'Without a target, the rule that is marked `default` is made, else `all`, else the first. That one has wildcards, whose values nobody knows.',
    remedy: 'Name a target, or add a rule `all` whose inputs are the files that you want.',
    files: {
      'flow.yaml': 'rules:\n  copy: { output: "out/{sample}.txt", shell: "touch {output}" }\n',
    },
  },
  'no-rule-for-file': {
    titles: ['nothing makes `…`, and no such file exists'],
    means:
      'A job needs a file that is not there, and no rule has an output that matches it. A wildcard matches one segment of a path, unless it is constrained: `{path,.+}`.',
    remedy:
      'Put the file in its place, mend the path, or add a rule. The chain of jobs that need it is shown.',
    files: {
      'flow.yaml':
        'rules:\n  count: { input: texts/a.txt, output: counts.txt, shell: "wc {input} > {output}" }\n',
    },
  },
  'ambiguous-rules': {
    titles: ['… rules can make `…`'],
    means:
      'Several rules have an output that matches a file, and none of them has fewer wildcards than the others.',
    remedy: 'Constrain a wildcard, as in `{sample,[A-Z]+}`, or give one rule a more specific path.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: out/a.txt }\n  x: { output: "out/{x}.txt", shell: "touch {output}" }\n  y: { output: "{y}/a.txt", shell: "touch {output}" }\n',
    },
  },
  'clashing-jobs': {
    titles: ['… jobs would make `…`'],
    means: 'Two jobs of the graph have the same output. What one job writes, no other may write.',
    remedy: 'Give one of them another path.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: [a.txt, b.txt] }\n  x: { output: [a.txt, log.txt], shell: "touch {output}" }\n  y: { output: [b.txt, log.txt], shell: "touch {output}" }\n',
    },
  },
  'nested-output': {
    titles: ['`…` lies in `…`, which another job makes', '`…` cannot lie in `…`, which is a file'],
    means:
      'A job owns all that is in its output directories, and moves them aside as a whole before it runs. Another job writes into one of them. Or an output leads through a path that is the output file of a job, where no folder can be.',
    remedy: 'Move one of the two outputs.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: [tiles, tiles/a.txt] }\n  cut: { output: { directory: tiles }, shell: "mkdir {output}" }\n  note: { output: tiles/a.txt, shell: "touch {output}" }\n',
    },
  },
  'output-outside': {
    titles: ['a wildcard would take `…` out of the working directory'],
    means:
      'The value of a wildcard has `..` in it, so that a job would write above the working directory. Values of wildcards come from the names of files, which may come from anywhere.',
    remedy: 'If it is meant, write the way out in the pattern itself: `../shared/{sample}.txt`.',
    files: {
      's.txt': '',
      'flow.yaml':
        'rules:\n  all: { input: ../x/a.txt }\n  copy: { input: s.txt, output: "{folder}/x/a.txt", shell: "cp {input} {output}" }\n',
    },
  },
  'name-not-utf-8': {
    titles: ['the name of `…` is not UTF-8, so that the file cannot be found by it'],
    means:
      'Names of files are bytes, and these are no UTF-8; they may come from an old disk or another system. flow, like most programs, knows files by names in UTF-8, and shows the bytes that are none as `\u{FFFD}`. `glob` and `discover` find such files, but nothing can open them by that name.',
    remedy: 'Rename the files. `convmv` does so for whole folders.',
    files: {
      'flow.yaml':
        'rules:\n  copy: { input: "caf\u{FFFD}.txt", output: copy.txt, shell: "cp {input} {output}" }\n',
    },
  },
  'path-too-long': {
    titles: ['no file can have the path `…`: it has … characters'],
    means:
      'A name has at most 255 bytes, a path 4095. Mostly a rule makes its own inputs: `{x}.txt` from `{x}.old.txt`, and that from `{x}.old.old.txt`, and so on without end.',
    remedy:
      'Constrain a wildcard, as in `{name,[^.]+}`, so that the output does not match the input.',
    files: {
      'flow.yaml':
        'rules:\n  older: { input: "{x}.old.txt", output: "{x}.txt", shell: "cp {input} {output}" }\n',
    },
    typed: 'flow -n a.txt',
  },
  'dependency-cycle': {
    titles: ['`…` is needed to make itself', '… jobs wait for one another in a ring'],
    means: 'Jobs need one another in a circle, so that none of them can be first.',
    remedy: 'Make one of these rules read or write another path.',
    files: {
      'flow.yaml':
        'rules:\n  a: { input: b.txt, output: a.txt, shell: "cp {input} {output}" }\n  b: { input: a.txt, output: b.txt, shell: "cp {input} {output}" }\n',
    },
  },
  'wrong-producer': {
    titles: ['rule `…` does not make `…`'],
    means:
      'An input refers to the output of a rule, with wildcards for which that rule makes no such file.',
    remedy: 'Refer to one of the outputs of that rule, with values that its constraints allow.',
    files: {
      'flow.ts': `import { expand, rule } from 'dagflow';

const stitch = rule('stitch', { output: 'cyc{cycle,[0-9]+}.tif', shell: 'touch {output}' });
export default [rule('all', { input: expand(stitch.output, { cycle: ['one'] }) }), stitch];
`,
    },
  },
  'contended-file': {
    titles: ['`…` is to be made by rule `…` and by rule `…`'],
    means: 'Two inputs refer to the same file as an output of two different rules.',
    remedy: 'Refer to the output of the same rule wherever the file is read.',
    files: {
      'flow.ts': `import { rule } from 'dagflow';

const x = rule('x', { output: 'a.txt', shell: 'touch {output}' });
const y = rule('y', { output: 'a.txt', shell: 'touch {output}' });
export default [rule('all', { input: [x.output, y.output] }), x, y];
`,
    },
  },
  'drawing-too-large': {
    titles: ['a graph of … nodes and … edges is too large to be laid out'],
    means:
      '`flow graph --format svg` lays a graph out so that people can look at it, which takes long for a large one, and nobody could read it.',
    remedy:
      'Draw the rules with `--rules`, name fewer targets, or write it with `--format dot` for a program that lays out large graphs.',
    files: {
      'flow.ts': `import { rule } from 'dagflow';

const names = Array.from({ length: 20000 }, (_, index) => \`\${index}.txt\`);
const make = rule('make', { output: '{n}.txt', shell: 'touch {output}' });
export default [rule('all', { input: names }), make];
`,
    },
    typed: 'flow graph --format svg',
  },
  'protected-output': {
    titles: ['… write-protected, and would be made anew'],
    means:
      'A job that has to run would overwrite an output that its rule protects, and that was made before. Nothing was started.',
    remedy: 'If it is to be overwritten, give yourself the right to write with `chmod u+w FILE`.',
    files: {
      'flow.yaml': 'rules:\n  a: { output: { protect: a }, shell: "touch {output}" }\n',
    },
    typed: 'flow -c1 -q; flow -c1 -F',
  },
  'edited-beside-missing': {
    titles: ['… missing, and making … would overwrite …, edited by hand'],
    means:
      'One output of a job is missing and has to be made, and another output of the same job was edited by hand. A job makes all its outputs together, so the edit would be lost.',
    remedy: 'Keep the edit under another name and run again with `-R FILE`, which overwrites it.',
    files: {
      'flow.yaml':
        'rules:\n  a: { output: [x.txt, y.txt], shell: "touch {output}" }\n  all: { input: [x.txt, y.txt] }\n',
    },
    typed: 'flow -c1 -q all; echo edited > y.txt; rm x.txt; flow -n all',
  },
} as const;
