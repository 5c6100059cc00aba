import { gpuLimitIn } from './tres.ts';

/** Limits on GPUs that SLURM's controller keeps, and what running jobs use of them. */
export interface GpuRecord {
  readonly limit: number | undefined;
  readonly used: number;
}

/** Of an account, or of one user in it. */
export interface AssociationRecord extends GpuRecord {
  readonly account: string;
  /** Empty for the account itself. */
  readonly user: string;
  /** Empty for the root of all, and for users. */
  readonly parent: string;
}

/** `scontrol -o show assoc_mgr flags=assoc`: a line each. */
export function parseAssociations(text: string): readonly AssociationRecord[] {
  return text.split('\n').flatMap((line) => {
    const account = fieldOf(line, 'Account');
    if (account === undefined || account === '') return [];
    return [
      {
        account,
        user: withoutNumber(fieldOf(line, 'UserName') ?? ''),
        parent: withoutNumber(fieldOf(line, 'ParentAccount') ?? ''),
        ...gpuLimitIn(fieldOf(line, 'GrpTRES') ?? ''),
      },
    ];
  });
}

/** `scontrol -o show assoc_mgr flags=qos`: what all jobs of each QOS may use together, by its name. */
export function parseQosRecords(text: string): ReadonlyMap<string, GpuRecord> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const name = withoutNumber(fieldOf(line, 'QOS') ?? '');
      return name === '' ? [] : [[name, gpuLimitIn(fieldOf(line, 'GrpTRES') ?? '')]];
    }),
  );
}

function fieldOf(line: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}=(\\S*)`, 'u').exec(line)?.[1];
}

/** `root(0)` → `root`. */
function withoutNumber(text: string): string {
  return text.replace(/\(\d+\)$/u, '');
}
