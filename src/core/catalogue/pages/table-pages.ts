// Tables, and what is looked up in them.

export const TABLE_PAGES = {
  'unreadable-table': {
    titles: ['the table `…` cannot be read: …'],
    means:
      'A table that `lookup` or `from: { table: … }` names is not there, may not be read, or is none by its ending. Its path is relative to the working directory.',
    remedy: 'Check the path. A table is text in UTF-8 and ends in `.csv`, `.tsv` or `.tab`.',
    files: {
      'flow.yaml':
        'rules:\n  all: { input: { expand: "{sample}.txt", from: { table: samples.csv } } }\n',
    },
  },
  'bad-table': {
    titles: [
      'the table `…` is empty',
      'a quote in the table `…` is never closed',
      'something follows a quoted field in the table `…`',
      'a row of the table `…` has …, not …',
      'two columns of the table `…` are called `…`',
    ],
    means:
      'A table does not read as RFC 4180 has it: the first row names the columns, each row has a field for each, and fields with separators, quotes or line ends in them are quoted.',
    remedy: 'Mend it at the line shown; programs that write CSV get this right by themselves.',
    files: {
      'samples.csv': 'sample,batch\nA\n',
      'flow.yaml':
        'rules:\n  all: { input: { expand: "{sample}.txt", from: { table: samples.csv } } }\n',
    },
  },
  'empty-table': {
    titles: ['the table `…` has no rows below the names of its columns'],
    means:
      'A table has a first row and no other, so that what is made of its rows is nothing: no files, no jobs. This is a warning, since there may be no samples yet.',
    remedy: 'Add rows, or see whether the right table is named.',
    files: {
      'samples.csv': 'sample,batch\n',
      'flow.yaml':
        'rules:\n  all: { input: { expand: "{sample}.txt", from: { table: samples.csv } } }\n',
    },
  },
  'empty-cell': {
    titles: ['column `…` is empty in line … of the table `…`, and an input is looked up there'],
    means: 'An input is what a table says, and the table says nothing in the row of this job.',
    remedy: 'Write the path of a file there, or let the job be made for other rows only.',
    files: {
      'samples.csv': 'sample,reads\nA,\n',
      'flow.yaml':
        'rules:\n  a: { input: { lookup: { table: samples.csv, where: { sample: A }, column: reads } }, output: a.txt, shell: "cp {input} {output}" }\n',
    },
  },
  'no-column': {
    titles: ['the table `…` has no column `…`'],
    means: 'A lookup names a column that the first row of the table does not have.',
    remedy: 'Mend the name; upper and lower case count.',
    files: {
      'samples.csv': 'sample,batch\nA,1\n',
      'flow.yaml':
        'rules:\n  a: { output: a.txt, params: { n: { lookup: { table: samples.csv, where: { sample: A }, column: bacth } } }, shell: "echo {params.n} > {output}" }\n',
    },
  },
  'no-row': {
    titles: ['the table `…` has no row…'],
    means: 'A lookup asks for one row, and none has these values.',
    remedy:
      'Values are compared as texts, to the letter: `1` is not `01`. With `all: true` no row is an empty list.',
    files: {
      'samples.csv': 'sample,batch\nA,1\n',
      'flow.yaml':
        'rules:\n  a: { output: a.txt, params: { n: { lookup: { table: samples.csv, where: { sample: B }, column: batch } } }, shell: "echo {params.n} > {output}" }\n',
    },
  },
  'several-rows': {
    titles: ['the table `…` has … rows…'],
    means: 'A lookup asks for one row, and several have these values.',
    remedy: 'Name more columns under `where`, or ask for all of them with `all: true`.',
    files: {
      'samples.csv': 'sample,batch\nA,1\nA,2\n',
      'flow.yaml':
        'rules:\n  a: { output: a.txt, params: { n: { lookup: { table: samples.csv, where: { sample: A }, column: batch } } }, shell: "echo {params.n} > {output}" }\n',
    },
  },
} as const;
