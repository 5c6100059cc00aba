import { slurmMissing, slurmUnreachable } from '../../core/catalogue/slurm.ts';
import { FlowError } from '../../core/diagnostic.ts';
import type { SlurmCall } from './slurm-call.ts';

/** What all nodes of a cluster have together, whoever uses it now. */
export interface ClusterSize {
  readonly cores: number;
  readonly gpus: number;
}

/** @throws FlowError (environment) if the cluster cannot be asked. */
export async function clusterSize(call: SlurmCall): Promise<ClusterSize> {
  const answer = await call('sinfo', ['-h', '-N', '-o', '%N|%c|%G']).catch((error: unknown) => {
    throw new FlowError(slurmMissing('sinfo'), { cause: error });
  });
  if (answer.code !== 0) throw new FlowError(slurmUnreachable(answer.err.trim()));
  return sizeIn(answer.out);
}

/** A node has a line in each of its partitions. */
export function sizeIn(listing: string): ClusterSize {
  const nodes = new Map(
    listing.split('\n').flatMap((line) => {
      const [node, cores, gres] = line.split('|');
      return node === undefined || gres === undefined
        ? []
        : [[node, { cores: Number(cores), gpus: gpusIn(gres) }]];
    }),
  );
  let [cores, gpus] = [0, 0];
  for (const node of nodes.values()) {
    cores += node.cores;
    gpus += node.gpus;
  }
  return { cores, gpus };
}

/** `gpu:a100:4(S:0-1),shard:8`, `gpu:2`, `(null)` */
function gpusIn(gres: string): number {
  return [...gres.matchAll(/(?:^|,)gpu(?::[^:,(]+)?:(?<count>\d+)/gu)].reduce(
    (sum, { groups }) => sum + Number(groups?.['count']),
    0,
  );
}
