// Accounts of a cluster, and their GPU slots.

export const ACCOUNT_PAGES = {
  'bad-account': {
    titles: ['`…` is missing', '`…` is …', 'there is no key `…`'],
    means:
      'The config has something under `slurm` that is no list of accounts as flow knows them: each has a `name`, and may have `gpuSlots`, `cpuSlots`, `partition` and `qos`.',
    remedy: 'Write what the message asks for.',
    files: {
      'flow.yaml':
        'rules: { fit: { output: a, resources: { gpus: 1 }, expect: 1 min, shell: "fit > {output}" } }\n',
      'config.yaml': 'slurm: { accounts: [{ name: lab, gpuSlots: many }] }\n',
    },
    typed: 'flow simulate --executor slurm --configfile config.yaml',
  },
  'no-gpu-slots': {
    titles: [
      '… GPUs, and the config names no account that has GPU slots',
      '… GPUs, and no account has a GPU slot',
    ],
    means:
      'On a cluster as many GPU jobs are in flight as the accounts in the config have GPU slots. There are none, and jobs that ask for a GPU are never run on CPUs instead, where they might take days.',
    remedy:
      'Name an account with slots under `slurm` in the config. To run rules with variants on CPUs on purpose, say `--gpus none`.',
    files: {
      'flow.yaml':
        'rules: { fit: { output: a, resources: { gpus: 1 }, expect: 1 min, shell: "fit > {output}" } }\n',
    },
    typed: 'flow simulate --executor slurm',
  },
  'gpu-slots-taken': {
    titles: ['… GPUs, and all GPU slots of the accounts are taken'],
    means:
      'With `gpuSlots: auto`, an account has the slots that its limits leave beside what jobs of all its users hold or wait for. Nothing is left now, in any account.',
    remedy:
      'Try again later, add an account, or write a number for `gpuSlots`: so many jobs of this run then stand in the queue beside those of others.',
  },
  'endless-gpu-slots': {
    titles: ['nothing limits the GPUs of the account `…`, so that `gpuSlots: auto` says nothing'],
    means:
      '`gpuSlots: auto` reads the limits on GPUs of the account, of those above it and of its QOS. There are none.',
    remedy: 'Write how many GPU jobs of a run may be in flight there.',
  },
  'unknown-account': {
    titles: ['SLURM shows no account `…`'],
    means:
      'The config names an account that SLURM does not have, or does not show to whoever runs flow.',
    remedy: 'Mend the name, or write a number for `gpuSlots`, so that nothing needs to be asked.',
  },
  'gpu-slots-not-told': {
    titles: ['SLURM does not say how many GPUs the accounts may use'],
    means: 'With `gpuSlots: auto` SLURM is asked what the accounts may use, and did not answer.',
    remedy:
      'See whether the command works by itself. Numbers for `gpuSlots` make the question needless.',
  },
} as const;
