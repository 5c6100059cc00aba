import { availableParallelism } from 'node:os';
import { execa } from 'execa';
import { presentGpus } from '../../adapters/present-gpus.ts';
import { visibleGpus } from '../../core/schedule/gpu-cards.ts';
import { memoryMib } from '../run-limits.ts';
import { type Finding, ok, warn } from './finding.ts';
import { judgeBash, judgeInterpreter, judgeNode } from './judgements.ts';

/** What the machine has and this process may use. */
export async function checkMachine(): Promise<readonly Finding[]> {
  const cores = availableParallelism();
  const [bash, python, r] = await Promise.all(['bash', 'python3', 'Rscript'].map(versionOf));
  return [
    judgeNode(process.versions.node),
    ok('cores', `${cores} may be used`),
    ok('memory', `${Math.floor(memoryMib() / 102.4) / 10} GiB may be used`),
    await gpus(),
    judgeBash(bash),
    judgeInterpreter('python3', python, '.py'),
    judgeInterpreter('Rscript', r, '.R'),
  ];
}

async function gpus(): Promise<Finding> {
  const { env } = process;
  const inherited = env['CUDA_VISIBLE_DEVICES'];
  const present = presentGpus(env);
  const cards = visibleGpus(inherited, present);
  if (cards.length > 0) {
    const texts = cards.map(({ id, freeMib }) =>
      freeMib === undefined ? id : `${id} (${Math.floor(freeMib)} MiB free)`,
    );
    return ok('gpus', texts.join(', '));
  }
  if (inherited !== undefined && present.length > 0) {
    return warn(
      'gpus',
      `none: \`CUDA_VISIBLE_DEVICES=${inherited}\` hides all ${present.length}`,
      'unset it, or name cards that are there',
    );
  }
  const hasNvidiaSmi = (await versionOf('nvidia-smi')) !== undefined;
  return ok(
    'gpus',
    `none: ${hasNvidiaSmi ? '`nvidia-smi` lists no card' : 'there is no `nvidia-smi`'}`,
  );
}

const PATIENCE_MS = 5_000;

/** What a program says when it is asked; undefined if there is none, or it does not answer. */
async function versionOf(program: string): Promise<string | undefined> {
  const { all, exitCode } = await execa(program, ['--version'], {
    all: true,
    reject: false,
    timeout: PATIENCE_MS,
  });
  return exitCode === undefined ? undefined : all;
}
