// Workflow and config files in YAML, before they mean anything.

export const YAML_PAGES = {
  'yaml-syntax': {
    titles: ['this is no YAML: …', 'a tab indents this line, which YAML does not allow'],
    means:
      'The file does not parse. Mostly it is a text that starts with `{`, `[`, `*`, `&`, `!`, `%`, `@` or a backtick, or has `: ` in it, and stands without quotes; a bracket or quote that is never closed; or a tab.',
    remedy:
      'Put the text in quotes, or write a command under `shell: |`, where nothing needs quotes.',
    files: { 'flow.yaml': 'rules:\n  a: { output: "a.txt, shell: touch a.txt }\n' },
  },
  'yaml-too-large': {
    titles: ['with all aliases in their places this has more than ten million values'],
    means:
      'Aliases of aliases: the file is small as it is written, and more than fits into memory when it is used.',
    remedy: 'Write `*name` less often, or put the values into a file that the jobs read.',
    files: {
      'flow.yaml': `config:
  a: &a [x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x]
  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
  d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
  e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
  f: [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
rules: { a: { output: a, shell: "touch {output}" } }
`,
    },
  },
  'duplicate-key': {
    titles: ['the key `…` is there twice'],
    means: 'One of the two would be forgotten without a word, so neither is taken.',
    remedy: 'Keep one; two rules need two names.',
    files: {
      'flow.yaml':
        'rules:\n  a: { output: a, shell: "touch {output}" }\n  a: { output: b, shell: "touch {output}" }\n',
    },
  },
  'yaml-integer': {
    titles: ['the integer `…` has more digits than a number can hold'],
    means:
      'Numbers are held as JavaScript holds them, to the digit up to 9007199254740991. A longer integer, an identifier mostly, would silently become another one.',
    remedy: 'Put it in quotes: as a text it stays as it is.',
    files: {
      'flow.yaml':
        'config: { plate: 12345678901234567891 }\nrules: { a: { output: "{config.plate}.txt", shell: "touch {output}" } }\n',
    },
  },
  'yaml-alias': {
    titles: ['there is no anchor `&…` above its use', 'the anchor `&…` contains itself'],
    means: '`*name` stands for the value that `&name` marks, further up in the same file.',
    remedy:
      'Put `&name` before the value that is meant. For a text that starts with `*` use quotes.',
    files: { 'flow.yaml': 'rules:\n  a: { output: *path, shell: "touch {output}" }\n' },
  },
  'yaml-key': {
    titles: ['a key is …', '`<<` takes over the keys of a record'],
    means: 'Keys are texts, and the merge key `<<` takes a record or a list of records.',
    remedy:
      'Write a name, in quotes if it is no plain word, or name an anchor on a record: `<<: *defaults`.',
    files: { 'flow.yaml': 'rules:\n  ? [a, b]\n  : { output: a, shell: "touch {output}" }\n' },
  },
  'config-no-text': {
    titles: ['`{config.…}` is …, and stands within a text'],
    means:
      'A list or a record of the config stands in the middle of a path, where only a text can be.',
    remedy:
      'Name one value in it, as in `{config.paths.raw}`. As the whole value it may be anything, as in `sample: "{config.samples}"` of an `expand`.',
    files: {
      'flow.yaml':
        'config: { samples: [a, b] }\nrules:\n  a: { output: "{config.samples}.txt", shell: "touch {output}" }\n',
    },
  },
} as const;
