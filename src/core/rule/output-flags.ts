/** What is special about an output of a rule. */
export interface OutputFlags {
  /** Removed once the last job that reads it is done. */
  readonly isTemp: boolean;
  readonly isDirectory: boolean;
  /** Nobody may write to it after a success. */
  readonly isProtected: boolean;
  /** Made by flow after a success, if the command did not make it. */
  readonly isTouched: boolean;
  /** A success may leave it out. */
  readonly isOptional: boolean;
  /** What has to hold of it after a success, besides that it is there. */
  readonly ensure: Ensured | undefined;
  /** It is shown in reports. */
  readonly report: ReportEntry | undefined;
}

export interface Ensured {
  readonly nonEmpty: boolean;
  /** 64 hex digits in lower case; undefined: any content will do. */
  readonly sha256: string | undefined;
}

/** How an output is shown in reports. */
export interface ReportEntry {
  readonly caption: string | undefined;
  /** Under which heading. */
  readonly category: string | undefined;
}

export const NO_FLAGS: OutputFlags = {
  isTemp: false,
  isDirectory: false,
  isProtected: false,
  isTouched: false,
  isOptional: false,
  ensure: undefined,
  report: undefined,
};

/** Flags that contradict each other, by the words of the faces; undefined: they go together. */
export function conflictOf(flags: OutputFlags): readonly [string, string] | undefined {
  if (flags.isTemp && flags.isProtected) return ['temp', 'protect'];
  if (flags.isTouched && flags.isDirectory) return ['touch', 'directory'];
  if (flags.isTouched && flags.isOptional) return ['touch', 'optional'];
  if (flags.isDirectory && flags.ensure?.sha256 !== undefined) return ['directory', 'ensure'];
  return undefined;
}
