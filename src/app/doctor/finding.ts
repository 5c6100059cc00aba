/** What `flow doctor` says of one thing. */
export interface Finding {
  readonly check: string;
  /** `warn`: something will not work, or not as well; `fail`: flow cannot work here. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly said: string;
  readonly hint?: string;
}

export function ok(check: string, said: string): Finding {
  return { check, state: 'ok', said };
}

export function warn(check: string, said: string, hint: string): Finding {
  return { check, state: 'warn', said, hint };
}

export function fail(check: string, said: string, hint: string): Finding {
  return { check, state: 'fail', said, hint };
}
