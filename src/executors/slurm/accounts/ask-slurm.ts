import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { slotsNotTold } from '../../../core/catalogue/accounts.ts';
import { FlowError } from '../../../core/diagnostic.ts';
import { parseAssociations, parseQosRecords } from './association-records.ts';
import type { SlurmState } from './gpu-limits.ts';
import { defaultQosQuery, parseDefaultQos, parseQosLimits, QOS_QUERY } from './qos-limits.ts';
import { parseQueue, queueQuery } from './queued-jobs.ts';

/** Longer than SLURM's own time-outs, so that its message is heard. */
const TIMEOUT_MS = 60_000;
const MOST_BYTES = 256 * 2 ** 20;

/**
 * What limits the GPUs of these accounts, and who holds and awaits them. Throws a `FlowError` if
 * SLURM does not answer: a query that failed says nothing about what is free.
 */
export async function askSlurm(accounts: readonly string[]): Promise<SlurmState> {
  const { username: user } = userInfo();
  const show = ['scontrol', '-o', 'show', 'assoc_mgr'];
  const [associations, qosRecords, qosLimits, defaultQos, jobs] = await Promise.all([
    ask([...show, 'flags=assoc']).then(parseAssociations),
    ask([...show, 'flags=qos']).then(parseQosRecords),
    ask(QOS_QUERY).then(parseQosLimits),
    ask(defaultQosQuery(accounts, user)).then(parseDefaultQos),
    ask(queueQuery(accounts)).then(parseQueue),
  ]);
  return { user, associations, qosRecords, qosLimits, defaultQos, jobs };
}

async function ask([command = '', ...args]: readonly string[]): Promise<string> {
  return await new Promise((resolve, reject) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: MOST_BYTES, encoding: 'utf8' } as const;
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      const [said] = stderr.trim().split('\n');
      const isMissing = error.code === 'ENOENT';
      const detail = isMissing ? 'there is no such command' : said || error.message;
      reject(new FlowError(slotsNotTold([command, ...args].join(' '), detail)));
    });
  });
}
