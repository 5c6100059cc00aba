// What the machine, its disk and its other processes can do to a run.

export const ENVIRONMENT_PAGES = {
  'not-watched': {
    titles: [
      '`…` cannot be watched: …',
      '`…` cannot be watched, nor can others: this machine watches no more files',
    ],
    means:
      '`flow watch` is told of changes by the system, which watches a limited number of files, and none without the right to read them. It goes on with what it can watch.',
    remedy:
      'Raise the limit with `sysctl fs.inotify.max_user_watches=1000000`, name fewer targets, or run `flow` by hand after changes there.',
  },
  'disk-refused': {
    titles: ['cannot … `…`: …'],
    means:
      'The disk refused a call: it is full, read-only, out of quota, or the rights are missing.',
    remedy:
      'Make room or mend the rights, then run the same command again: it goes on where it was.',
    files: {
      'flow.yaml': 'rules: { a: { output: a, shell: "touch {output}" } }\n',
      '.flow': 'in the way\n',
    },
    typed: 'flow -c1',
  },
  'journal-not-written': {
    titles: ['cannot write the journal `…`: …'],
    means:
      'flow cannot record what happens, so it stops. All that was written before is safe; what was not recorded runs again.',
    remedy: 'Make room or mend the rights, then run the same command again.',
  },
  'records-damaged': {
    titles: [
      '`…` is damaged: …',
      '`…` is damaged at line …, with good lines after it',
      '`…` is missing, though `…` is there',
      '`…` is missing, which `…` goes on from',
    ],
    means:
      'The records of earlier runs, in `.flow/journal` and its snapshot, are not as flow left them. A line that is torn at the end, as after a power cut, is mended without a word; this is something else. flow reads no records rather than half of them.',
    remedy:
      'Put `.flow` back from a backup, or remove `.flow/journal*` to begin without records: files are then up to date by their times, as in make.',
    files: {
      'flow.yaml': 'rules: { a: { output: a, shell: "touch {output}" } }\n',
      '.flow/journal': 'nonsense\n',
    },
  },
  'records-newer': {
    titles: ['`…` was written by a newer flow'],
    means: 'The records have a format that this version does not read.',
    remedy: 'Update flow, or use a copy of the folder without `.flow`.',
  },
  'file-not-readable': {
    titles: ['cannot read `…`: …'],
    means: 'A file that flow has to read, an input or a file of its own, cannot be read.',
    remedy: 'See who owns it with `ls -l`, and whether `cat` works.',
    files: {
      'flow.yaml': 'rules: { a: { output: a, shell: "touch {output}" } }\n',
      '.flow/journal/x': '',
    },
  },
  'recovery-refused': {
    titles: ['cannot put `…` back as it was before an attempt that died: …'],
    means:
      'An earlier run was killed while a job ran. What the job had written is to go and what was there before is to come back, and the disk does not let it.',
    remedy: 'Mend the rights or make room; the next run tries it again, and nothing is lost.',
  },
  locked: {
    titles: [
      'another flow works in `…`',
      'another flow is just taking `…` over from one that died',
    ],
    means:
      'Two runs in one folder would write over each other, so one waits for the other. Dry runs and queries are always possible.',
    remedy: 'Wait for it, or stop it. The lock of a run that died is taken over by itself.',
    files: {
      'flow.yaml':
        'rules: { a: { output: a, shell: "flow -c1 b; touch {output}" }, b: { output: b, shell: "touch {output}" } }\n',
    },
    typed: 'flow -c1 a; flow logs a',
  },
  'locked-elsewhere': {
    titles: ['`…` is locked by a flow on `…`, which cannot be looked at from here'],
    means:
      'The folder is on a disk that several hosts share, and a run on another host holds its lock. Whether that run lives cannot be seen from here, so the lock is never broken by itself.',
    remedy:
      'Look at the other host. If nothing runs there any more, take the lock away with `flow unlock`.',
  },
  'lock-unreadable': {
    titles: ['`…` is no lock that this flow can read'],
    means:
      '`.flow/lock` is there and says nothing that flow understands: it was damaged, or written by another version.',
    remedy: 'If no flow works in this folder, take the lock away with `flow unlock`.',
    files: {
      'flow.yaml': 'rules: { a: { output: a, shell: "touch {output}" } }\n',
      '.flow/lock': 'garbage\n',
    },
    typed: 'flow -c1',
  },
  'orphans-left': {
    titles: ['… processes of a run that died cannot be ended'],
    means:
      'A run was killed, its jobs went on, and flow may not end them: they belong to somebody else. They may still write outputs, so nothing is started.',
    remedy: 'End them as their owner, and run again.',
  },
} as const;
