// What the machine, its disk or its other processes can do to a run. The machine's owner acts.

import type { Diagnostic } from '../diagnostic.ts';

/** `code` as in `ENOSPC`; `path` as the user may type it. */
export interface DiskProblem {
  readonly path: string;
  readonly code: string;
}

export function diskRefused(what: string, { path, code }: DiskProblem): Diagnostic {
  return environment({
    code: 'disk-refused',
    title: `cannot ${what} \`${path}\`: ${DISK_CODES[code] ?? code}`,
    facts: [],
    hint: DISK_HINTS[code] ?? `see whether \`ls -l ${path}\` works, and try again`,
  });
}

export function journalNotWritten({ path, code }: DiskProblem): Diagnostic {
  return environment({
    code: 'journal-not-written',
    title: `cannot write the journal \`${path}\`: ${DISK_CODES[code] ?? code}`,
    facts: [['recorded', 'all that was written before; what was not recorded runs again']],
    hint: DISK_HINTS[code] ?? 'see whether the disk works, then run the same command again',
  });
}

export function journalMissing(journal: string, snapshot: string): Diagnostic {
  return environment({
    code: 'records-damaged',
    title: `\`${journal}\` is missing, though \`${snapshot}\` is there`,
    facts: [],
    hint: RESTORE_HINT,
  });
}

export function snapshotMissing(journal: string, snapshot: string): Diagnostic {
  return environment({
    code: 'records-damaged',
    title: `\`${snapshot}\` is missing, which \`${journal}\` goes on from`,
    facts: [],
    hint: RESTORE_HINT,
  });
}

export function journalLineDamaged(file: string, line: number): Diagnostic {
  return environment({
    code: 'records-damaged',
    title: `\`${file}\` is damaged at line ${line}, with good lines after it`,
    facts: [['lost', 'nothing yet: flow reads no records rather than half of them']],
    hint:
      `put \`${file}\` back from a backup, or keep what comes before the damage with ` +
      `\`head -n ${line - 1} ${file} > good && mv good ${file}\`: jobs recorded later run again`,
  });
}

export function recordsAreNewer(file: string, version: number, known: number): Diagnostic {
  return environment({
    code: 'records-newer',
    title: `\`${file}\` was written by a newer flow`,
    facts: [['format', `version ${version}; this flow reads up to ${known}`]],
    hint: 'update flow, or use a copy of the folder without `.flow`',
  });
}

export function recordsDamaged(file: string, detail: string): Diagnostic {
  return environment({
    code: 'records-damaged',
    title: `\`${file}\` is damaged: ${detail}`,
    facts: [['lost', 'nothing yet: flow reads no records rather than half of them']],
    hint: RESTORE_HINT,
  });
}

export function fileNotReadable({ path, code }: DiskProblem): Diagnostic {
  return environment({
    code: 'file-not-readable',
    title: `cannot read \`${path}\`: ${DISK_CODES[code] ?? code}`,
    facts: [],
    hint: DISK_HINTS[code] ?? `see whether \`cat ${path}\` works`,
  });
}

export function recoveryRefused({ path, code }: DiskProblem): Diagnostic {
  return environment({
    code: 'recovery-refused',
    title: `cannot put \`${path}\` back as it was before an attempt that died: ${DISK_CODES[code] ?? code}`,
    facts: [['lost', 'nothing: it is tried again by the next run']],
    hint: DISK_HINTS[code] ?? `see whether \`ls -l ${path}\` works, and run again`,
  });
}

/** Who holds the lock, in words. */
export interface LockHolder {
  readonly host: string;
  readonly pid: number;
  readonly since: string;
  readonly lastSeen: string;
}

export function locked(folder: string, holder: LockHolder): Diagnostic {
  return environment({
    code: 'locked',
    title: `another flow works in \`${folder}\``,
    facts: holderFacts(holder),
    hint: `wait for it, or stop it with \`kill ${holder.pid}\``,
  });
}

export function lockedElsewhere(folder: string, holder: LockHolder): Diagnostic {
  return environment({
    code: 'locked-elsewhere',
    title: `\`${folder}\` is locked by a flow on \`${holder.host}\`, which cannot be looked at from here`,
    facts: holderFacts(holder),
    hint: `if it no longer runs there (\`ps ${holder.pid}\`), take its lock away with \`flow unlock\``,
  });
}

export function lockBeingTakenOver(folder: string, holder: LockHolder): Diagnostic {
  return environment({
    code: 'locked',
    title: `another flow is just taking \`${folder}\` over from one that died`,
    facts: holderFacts(holder),
    hint: 'try again when it is done',
  });
}

export function lockUnreadable(file: string): Diagnostic {
  return environment({
    code: 'lock-unreadable',
    title: `\`${file}\` is no lock that this flow can read`,
    facts: [],
    hint: 'if no flow works in this folder, take the lock away with `flow unlock`',
  });
}

export function orphansLeft(runId: string, pids: readonly number[]): Diagnostic {
  const shown = pids.slice(0, 10).join(', ');
  return environment({
    code: 'orphans-left',
    title: `${pids.length} processes of a run that died cannot be ended`,
    facts: [
      ['run', runId],
      ['processes', pids.length > 10 ? `${shown} …` : shown],
    ],
    hint: `end them, as in \`sudo kill -9 ${pids.slice(0, 3).join(' ')}\`, and run again: they may still write outputs`,
  });
}

const RESTORE_HINT =
  'put the `.flow` folder back from a backup, or remove `.flow/journal*` to begin without ' +
  'records: files are then up to date by their times, as in make';

/** Says what is wrong with the disk or the rights on it; not that flow looks in the wrong place. */
export function isDiskCode(code: string): boolean {
  return Object.hasOwn(DISK_CODES, code) && !['ENOENT', 'EISDIR', 'EEXIST'].includes(code);
}

/** What a code of the system, such as `ENOSPC`, means; undefined for one of which nothing is known. */
export function diskWords(code: string): string | undefined {
  return Object.hasOwn(DISK_CODES, code) ? DISK_CODES[code] : undefined;
}

const DISK_CODES: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'something of that name is in its place',
  EFBIG: 'a file may not grow that large',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'it is not there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

const DISK_HINTS: Readonly<Record<string, string>> = {
  EACCES: 'see who owns it with `ls -l`, and give yourself access',
  EDQUOT: 'make room, then run the same command again',
  EEXIST: 'look at it with `ls -l`, and move it away',
  EFBIG: 'raise the limit with `ulimit -f unlimited`, and try again',
  ELOOP: 'find the link that points to itself with `ls -l`',
  EMFILE: 'raise the limit with `ulimit -n 4096`, and try again',
  ENAMETOOLONG: 'give the file a shorter name',
  ENOSPC: 'make room, then run the same command again',
  EROFS: 'work in a folder that can be written',
};

function environment(
  given: Omit<Diagnostic, 'kind' | 'severity' | 'spans'> & { readonly hint: string },
): Diagnostic {
  return { kind: 'environment', severity: 'error', spans: [], ...given };
}

function holderFacts(holder: LockHolder): Diagnostic['facts'] {
  return [
    ['host', holder.host],
    ['process', `${holder.pid}`],
    ['since', holder.since],
    ['last sign of life', holder.lastSeen],
  ];
}
