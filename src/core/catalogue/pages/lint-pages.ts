// What `flow lint` finds in workflows that can be run.

export const LINT_PAGES = {
  'schema-mismatch': {
    titles: [
      'by the schema of workflow files, … has no key `…`',
      'by the schema of workflow files, … needs a key `…`',
      'by the schema of workflow files, … cannot be …',
      'by the schema of workflow files, … cannot have …',
    ],
    means:
      'A YAML workflow is not as the JSON Schema has it by which editors check it. flow refuses the same, and says so in its own words where it gets as far: this is what comes to light beside an error that keeps it from reading the rules.',
    remedy: 'Write what the schema allows there; the hint says what that is.',
    files: {
      'flow.yaml': 'rule: stitch\nrules:\n  a: { output: a, shel: "touch {output}" }\n',
    },
    typed: 'flow lint',
  },
  'rule-in-no-target': {
    titles: ['no rule reads what rule `…` makes'],
    means:
      'The workflow says what is made when no target is given, and neither that nor any other rule needs this one. It runs only if somebody names its files.',
    remedy:
      'Add its outputs to the inputs of the target, or to a target rule of their own, so that people find it.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: a.txt }\n  a: { output: a.txt, shell: "touch {output}" }\n  b: { output: b.txt, shell: "touch {output}" }\n',
    },
    typed: 'flow lint',
  },
  'unmentioned-input': {
    titles: ['the command of rule `…` names none of its inputs'],
    means:
      'A rule has inputs, and its command has neither `{input}` nor one of their names. Often a placeholder was forgotten, or the command reads something else than the rule says.',
    remedy:
      'Write `{input}` where the command reads them. What only has to be there first is marked `orderOnly`.',
    files: {
      'a.txt': '',
      'flow.yaml': 'rules:\n  count: { input: a.txt, output: n.txt, shell: "wc -l > {output}" }\n',
    },
    typed: 'flow lint',
  },
  'absolute-param': {
    titles: ['param `…` of rule `…` is an absolute path, `…`'],
    means:
      'Params are recorded, and a change is a reason to run. The same workflow in another folder, or on another machine, has another path, and everything runs again.',
    remedy:
      'Mark it `volatile`, which keeps it out of the record, or make an input of it, which counts by its content.',
    files: {
      'flow.yaml':
        'rules:\n  a: { output: a, params: { db: /data/genomes/hg38 }, shell: "index {params.db} > {output}" }\n',
    },
    typed: 'flow lint',
  },
  'absolute-path': {
    titles: ['an … of rule `…` is written as an absolute path'],
    means:
      'The rule file has a path that starts with `/`, so it works on this machine only, and outputs lie outside of the working directory.',
    remedy:
      'Write it relative to the working directory, or take it from the config: `{config.raw}/{sample}.tif`.',
    files: {
      'flow.yaml':
        'rules:\n  a: { input: "/data/{n}.raw", output: "out/{n}", shell: "cp {input} {output}" }\n',
    },
    typed: 'flow lint',
  },
  'unused-config-key': {
    titles: ['no rule uses `config.…`'],
    means:
      'The `config:` of a YAML workflow gives a value that no rule asks for. It is not said where scripts run, since they see all of the config.',
    remedy: 'Take it out, or use it.',
    files: {
      'flow.yaml':
        'config: { sample: a, lane: 2 }\nrules:\n  a: { output: "{config.sample}.txt", shell: "touch {output}" }\n',
    },
    typed: 'flow lint',
  },
} as const;
