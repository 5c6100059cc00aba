// Patterns, wildcards and expansion.

export const PATTERN_PAGES = {
  'bad-glob': {
    titles: ['a glob of rule `…` is empty', 'a glob of rule `…` opens `…` and never closes it'],
    means:
      'A bracket in a glob begins a choice, `[ab]` of characters or `{tif,tiff}` of texts. One that is never closed would stand for itself, and the glob would find nothing without a word.',
    remedy:
      'Close it. For a file that has a bracket in its name put a backslash before it, and the glob into single quotes.',
    files: {
      'flow.yaml':
        'rules:\n  a: { input: { glob: "raw/[ab.tif" }, output: a, shell: "cat {input} > {output}" }\n',
    },
  },
  'pattern-braces': {
    titles: ['a `{` is never closed', 'a `}` closes nothing'],
    means: 'Braces in a path hold wildcards, as in `{sample}`.',
    remedy: 'Close the wildcard. For a brace itself write it twice.',
    files: { 'flow.yaml': 'rules:\n  a: { output: "out/{sample.txt", shell: "touch {output}" }\n' },
  },
  'wildcard-name': {
    titles: ['`…` is no wildcard: a name has letters, digits and `_` only'],
    means:
      'What stands between braces in a path is the name of a wildcard, and a constraint behind a comma where there is one.',
    remedy: 'Take a name of letters, digits and `_`. For braces themselves write `{{` and `}}`.',
    files: {
      'flow.yaml': 'rules:\n  a: { output: "out/{sample name}.txt", shell: "touch {output}" }\n',
    },
  },
  'late-constraint': {
    titles: ['`…` has a constraint, but is not the first `…` in the path'],
    means:
      'A wildcard that stands in a path several times must match the same text everywhere, so only the first can be constrained.',
    remedy: 'Constrain the first one.',
    files: {
      'flow.yaml': 'rules:\n  a: { output: "{x}/{x,[0-9]+}.txt", shell: "touch {output}" }\n',
    },
  },
  'bad-constraint': {
    titles: ['the constraint `…` of wildcard `…` …', 'wildcard `…` has an empty constraint'],
    means:
      'A constraint is a regular expression of JavaScript that has to match the whole value: no anchors, no references back, and nothing that cannot be compiled. A repetition in a repetition, as in `(a+)+`, is refused where one text can be divided among them in many ways: JavaScript tries them all, which takes for ever if a name does not match.',
    remedy: 'Write what the value looks like, as in `{cycle,[0-9]+}`.',
    files: {
      'flow.yaml': 'rules:\n  a: { output: "{x,^[0-9]+$}.txt", shell: "touch {output}" }\n',
    },
  },
  'unknown-wildcard': {
    titles: ['… of rule `…` has the wildcard `…`, which its outputs have not'],
    means:
      'The values of wildcards come from the outputs of a rule. An input, log or param has one that no output has, so nobody knows its value.',
    remedy: 'Mend the name, put the wildcard into the output, or list the files with `expand`.',
    files: {
      'flow.yaml':
        'rules:\n  count: { input: "texts/{smaple}.txt", output: "counts/{sample}.txt", shell: "wc {input} > {output}" }\n',
    },
  },
  'input-constraint': {
    titles: ['an input of rule `…` constrains `…`, which is matched by the outputs'],
    means:
      'The outputs of a rule are matched against the file that is wanted, and say what its wildcards are. Its inputs are then filled with these values, so that a constraint there would change nothing.',
    remedy: 'Constrain the wildcard in the output, or under `constraints`.',
    files: {
      'flow.yaml':
        'rules:\n  count: { input: "texts/{page,[0-9]+}.txt", output: "counts/{page}.txt", shell: "wc {input} > {output}" }\n',
    },
  },
  'target-wildcard': {
    titles: ['… of rule `…` has the wildcard `…`, but the rule has no outputs'],
    means:
      'The values of wildcards come from the outputs of a rule, and a rule such as `all` has none.',
    remedy: 'List the files, as with `expand`.',
    files: { 'flow.yaml': 'rules:\n  all: { input: "counts/{sample}.txt" }\n' },
  },
  'wildcards-differ': {
    titles: ['… of rule `…` has other wildcards than its first output'],
    means:
      'One job makes all outputs and logs of a rule, so all of them have the same wildcards: with `a/{x}` and `b/{y}` several jobs would write the same file.',
    remedy: 'Put the missing wildcard into the path, or make two rules.',
    files: {
      'flow.yaml': 'rules:\n  a: { output: ["a/{x}.txt", b.txt], shell: "touch {output}" }\n',
    },
  },
  'unknown-constraint': {
    titles: [
      'rule `…` constrains `…`, which is no wildcard of its outputs',
      'the workflow constrains `…`, which is no wildcard of any rule',
    ],
    means:
      '`constraints` says what the values of wildcards look like, and names one that is not there.',
    remedy: 'Mend the name, or take the constraint out.',
    files: {
      'flow.yaml':
        'rules:\n  a: { output: "{x}.txt", constraints: { y: "[0-9]+" }, shell: "touch {output}" }\n',
    },
  },
  'multiext-ending': {
    titles: ['ending … of `multiext` is …'],
    means:
      '`multiext` puts endings behind a path. One of them is no text, is empty, or has a slash in it.',
    remedy: 'Write endings such as `.vcf.idx`, and put folders into the path.',
    files: {
      'flow.yaml':
        'rules:\n  a: { output: { multiext: a, ext: [.x, sub/.y] }, shell: "touch {output}" }\n',
    },
  },
  'bad-grid': {
    titles: [
      'the grid is neither lists under names nor a list of records',
      'the grid has the name `…`, which cannot be a wildcard',
      'a value of `…` in the grid is `…`',
      'point … of the grid has other names than the first',
    ],
    means:
      'A grid is a space of parameters: lists under names, of which every combination is a point, or a list of records, each of which is one. Its names are wildcards and its values stand in paths.',
    remedy: 'Write `{ alpha: [0.1, 0.2], beta: [1, 2] }`, or the points one by one.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: { expand: "out/{a}.txt", from: { grid: { a: [[1]] } } } }\n',
    },
  },
  'no-wildcards': {
    titles: ['`…` has no wildcard whose values could be found'],
    means:
      '`discover` finds the values of the wildcards of a pattern in the files that are there, and the pattern has none.',
    remedy: 'Name what varies, as in `raw/{well}.tif`.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: { expand: "out/{well}.txt", from: { discover: raw/a.tif } } }\n',
    },
  },
  'expand-unused': {
    titles: ['there are values for `…`, which is no wildcard here'],
    means: '`expand` is given values for a wildcard that its pattern does not have.',
    remedy: 'Mend the name, or take the values out.',
    files: {
      'flow.yaml': 'rules:\n  all: { input: { expand: "counts/{sample}.txt", sampel: [a, b] } }\n',
    },
  },
  'expand-missing': {
    titles: ['there are no values for wildcard `…`'],
    means: '`expand` has a pattern with a wildcard that it is given no values for.',
    remedy: 'Give values, or expand in part to keep the wildcard.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: { expand: "counts/{sample}_{lane}.txt", sample: [a, b] } }\n',
    },
  },
  'expand-lengths': {
    titles: ['lists of unequal lengths cannot be zipped: …'],
    means:
      'With `zip` the first values go together, the second values go together, and so on; some list is shorter than another.',
    remedy: 'Give as many values for each, or expand to every combination.',
    files: {
      'flow.ts': `import { expand, rule } from 'dagflow';

const input = expand('counts/{sample}_{lane}.txt', { sample: ['a', 'b'], lane: [1] }, { zip: true });
export default [rule('all', { input })];
`,
    },
  },
  'expand-value': {
    titles: ['a value for wildcard `…` is …'],
    means:
      'The values that a pattern is expanded with stand in paths; lists, records and nothing cannot.',
    remedy: 'Give texts, numbers or booleans.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: { expand: "counts/{sample}.txt", sample: [[a, b]] } }\n',
    },
  },
} as const;
