/** Where an attempt's files lie: in one folder, and all their names begin with its token. */
export interface AttemptFiles {
  /** What was launched, for whoever comes after us. */
  readonly frozen: string;
  /** What runs on the node: `sh SCRIPT`. */
  readonly script: string;
}

export function attemptFiles(folder: string, token: string): AttemptFiles {
  const base = `${folder}/${token}`;
  return { frozen: `${base}.json`, script: `${base}.sh` };
}

/** What a node left in the folder; names that are no such thing answer undefined. */
export interface NodeMark {
  readonly token: string;
  readonly kind: 'begin' | 'exit';
  /** A script that is started again counts on: 0, 1, … */
  readonly start: number;
}

export function nodeMark(name: string): NodeMark | undefined {
  const [, token = '', kind, start] = MARK.exec(name) ?? [];
  if (kind !== 'begin' && kind !== 'exit') return undefined;
  return { token, kind, start: Number(start) };
}

export function markFile(folder: string, { token, kind, start }: NodeMark): string {
  return `${folder}/${token}.${kind}.${start}`;
}

const MARK = /^(.+)\.(begin|exit)\.(\d+)$/;
