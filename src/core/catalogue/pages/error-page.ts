/**
 * What `flow explain CODE` and `docs/errors.md` say of one code. Each page whose example has files is
 * tried out: what is typed there does print that code, under one of these titles.
 */
export interface ErrorPage {
  /** As they are printed; `…` stands for what differs from case to case. */
  readonly titles: readonly string[];
  readonly means: string;
  readonly remedy: string;
  /** Files by path that show it; absent where it takes a broken machine. */
  readonly files?: Readonly<Record<string, string>>;
  /** What is typed in their folder, if it is not `flow -n`. */
  readonly typed?: string;
}
