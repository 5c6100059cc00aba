// What keeps flow from using a SLURM cluster.

import type { Diagnostic } from '../diagnostic.ts';

export function slurmMissing(program: string): Diagnostic {
  return slurm({
    code: 'slurm-missing',
    title: `\`${program}\` was not found: SLURM's programs are not installed here`,
    facts: [],
    hint: 'run flow on a login node of the cluster; often `module load slurm` puts them on the PATH',
  });
}

export function slurmUnreachable(said: string): Diagnostic {
  return slurm({
    code: 'slurm-unreachable',
    title: 'the controller of SLURM does not answer',
    facts: said === '' ? [] : [['it says', said]],
    hint: 'see whether `squeue` works; `SLURM_CONF` says which cluster is meant',
  });
}

function slurm(problem: Pick<Diagnostic, 'code' | 'title' | 'facts' | 'hint'>): Diagnostic {
  return { kind: 'environment', severity: 'error', spans: [], ...problem };
}
