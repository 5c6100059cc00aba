// What lies in the working directory: plans that are kept, and what is cleaned.

export const FOLDER_PAGES = {
  'outputs-needed': {
    titles: [
      'an output is still needed, and nothing was removed',
      '… outputs are still needed, and nothing was removed',
    ],
    means:
      '`flow clean` removes outputs only once all that reads them is done: else the next run would have to make them again.',
    remedy: 'Run `flow` first, or remove them all the same with `--force`.',
    files: {
      'flow.yaml': `rules:
  all: { input: b.txt }
  a: { output: a.txt, shell: "touch {output}" }
  b: { input: a.txt, output: b.txt, shell: "cp {input} {output}" }
`,
    },
    typed: 'flow -c1 -q a.txt; flow clean a',
  },
  'nothing-made-so': {
    titles: ['flow made nothing that is called `…`'],
    means:
      '`flow clean` removes only what flow made, as its records say, and there is no such output, folder of outputs or rule.',
    remedy: 'Name a rule, an output, or a folder of outputs. Other files you can remove yourself.',
    files: {
      'flow.yaml': `rules:
  all: { input: b.txt }
  a: { output: a.txt, shell: "touch {output}" }
  b: { input: a.txt, output: b.txt, shell: "cp {input} {output}" }
`,
    },
    typed: 'flow -c1 -q; flow clean c.txt',
  },
  'nothing-in-trash': {
    titles: ['there is no receipt of `…` in the trash'],
    means:
      '`flow clean --restore` puts back what an earlier `flow clean` took away, and knows none of that time.',
    remedy: 'The hint names the newest one; `.flow/trash` has a folder for each.',
    files: {
      'flow.yaml': `rules:
  all: { input: b.txt }
  a: { output: a.txt, shell: "touch {output}" }
  b: { input: a.txt, output: b.txt, shell: "cp {input} {output}" }
`,
    },
    typed: 'flow -c1 -q; flow clean --restore yesterday',
  },
  'another-plan': {
    titles: ['`…` holds another plan'],
    means:
      'A plan that was written to a folder never changes. The plan that would be written now is another one; what differs is listed.',
    remedy: 'Write it to another folder.',
    files: {
      'flow.yaml': `rules:
  all: { input: b.txt }
  a: { output: a.txt, shell: "touch {output}" }
  b: { input: a.txt, output: b.txt, shell: "cp {input} {output}" }
`,
    },
    typed: 'flow plan --out plan a.txt; flow plan --out plan b.txt',
  },
  'no-plan-folder': {
    titles: ['`…` is there already, and …', '`…` is no place for a plan: rule `…` makes `…`'],
    means:
      '`flow plan --out` writes to a folder of its own, and something else lies there, or a rule makes it, something in it or a directory around it.',
    remedy: 'Name a folder that is not there yet, or one that `flow plan` wrote.',
    files: {
      'flow.yaml': `rules:
  all: { input: b.txt }
  a: { output: a.txt, shell: "touch {output}" }
  b: { input: a.txt, output: b.txt, shell: "cp {input} {output}" }
`,
      'plan/notes.txt': 'mine\n',
    },
    typed: 'flow plan --out plan',
  },
  'plan-file-changed': {
    titles: ['`…` is not as `flow plan` wrote it'],
    means: 'A file of a plan that is kept was changed or removed since.',
    remedy: 'Put it back, or write the plan to another folder.',
    files: {
      'flow.yaml': `rules:
  all: { input: b.txt }
  a: { output: a.txt, shell: "touch {output}" }
  b: { input: a.txt, output: b.txt, shell: "cp {input} {output}" }
`,
    },
    typed: 'flow plan --out plan; chmod -R u+w plan; echo >> plan/jobs.jsonl; flow plan --out plan',
  },
} as const;
