// What keeps flow from talking to a Dask scheduler.

import type { Diagnostic } from '../diagnostic.ts';

export function noDistributed(python: string): Diagnostic {
  return dask({
    code: 'dask-missing',
    title: `\`${python}\` has no package \`distributed\`, which talks to Dask schedulers`,
    facts: [],
    hint: 'give the Python that your Dask runs with, as in `--python ~/miniforge3/envs/dask/bin/python`',
  });
}

export function pythonNotStarted(python: string, detail: string): Diagnostic {
  return dask({
    code: 'dask-missing',
    title: `\`${python}\` cannot be started: ${detail}`,
    facts: [],
    hint: 'give the Python that your Dask runs with, as in `--python ~/miniforge3/envs/dask/bin/python`',
  });
}

export function daskUnreachable(address: string, detail: string): Diagnostic {
  return dask({
    code: 'dask-unreachable',
    title: `no Dask scheduler answers at \`${address}\``,
    facts: [['said', detail]],
    hint: 'start one with `dask scheduler`, and give the address that it prints with `--scheduler-address`',
  });
}

export function daskWithoutWorkers(address: string): Diagnostic {
  return dask({
    code: 'dask-without-workers',
    title: `the Dask scheduler at \`${address}\` has no workers`,
    facts: [],
    hint: `start some, as in \`dask worker ${address} --nthreads 8 --resources "cores=8 GPU=1"\``,
  });
}

export function daskVersionsDiffer(detail: string): Diagnostic {
  return dask({
    code: 'dask-versions',
    title: `Dask cannot run what it is sent: ${detail}`,
    facts: [],
    hint: 'give the Python that the workers run with, with `--python`',
  });
}

export function bridgeEnded(python: string, lastLines: readonly string[]): Diagnostic {
  return dask({
    code: 'dask-bridge-ended',
    title: `the process that talks to Dask (\`${python}\`) has ended by itself`,
    facts: lastLines.slice(-3).map((line) => ['said', line] as const),
    hint: 'see whether `python -c "import distributed"` works there, and run again: jobs that ran on are found by their records',
  });
}

function dask(
  given: Omit<Diagnostic, 'kind' | 'severity' | 'spans'> & { readonly hint: string },
): Diagnostic {
  return { kind: 'environment', severity: 'error', spans: [], ...given };
}
