import { gpusIn } from './tres.ts';

/** What a QOS allows one account, and one user, to have of GPUs at once. */
export interface QosLimits {
  readonly perAccount: number | undefined;
  readonly perUser: number | undefined;
}

/** What `sacctmgr` is asked. */
export const QOS_QUERY: readonly string[] = show('qos', 'name,maxtresperaccount,maxtresperuser');

/** By name. */
export function parseQosLimits(text: string): ReadonlyMap<string, QosLimits> {
  return new Map(
    rowsOf(text).map(([name = '', perAccount = '', perUser = '']) => [
      name,
      { perAccount: gpusIn(perAccount), perUser: gpusIn(perUser) },
    ]),
  );
}

/** What `sacctmgr` is asked: which QOS jobs get that name none. */
export function defaultQosQuery(accounts: readonly string[], user: string): readonly string[] {
  const whose = [`account=${accounts.join(',')}`, `user=${user}`];
  return [...show('assoc', 'account,defaultqos,qos'), ...whose];
}

/** By account. Where there is no default, SLURM takes the only one that is allowed, or `normal`. */
export function parseDefaultQos(text: string): ReadonlyMap<string, string> {
  return new Map(
    rowsOf(text).map(([account = '', byDefault = '', allowed = '']) => {
      const only = allowed.includes(',') ? '' : allowed;
      return [account, byDefault || only || 'normal'];
    }),
  );
}

function show(what: string, columns: string): readonly string[] {
  return ['sacctmgr', '-n', '-P', 'show', what, `format=${columns}`];
}

function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('|'));
}
