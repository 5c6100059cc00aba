import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { presentGpus } from '../../adapters/present-gpus.ts';
import { visibleGpus } from '../../core/schedule/gpu-cards.ts';
import { memoryMib } from '../run-limits.ts';
import { type Finding, ok, warn } from './finding.ts';
import { judgeBash, judgeInterpreter, judgeNode } from './judgements.ts';

/** What the machine has and this process may use. */
export function checkMachine(): readonly Finding[] {
  const cores = availableParallelism();
  return [
    judgeNode(process.versions.node),
    ok('cores', `${cores} may be used`),
    ok('memory', `${Math.floor(memoryMib() / 102.4) / 10} GiB may be used`),
    gpus(),
    judgeBash(versionOf('bash')),
    judgeInterpreter('python3', versionOf('python3'), '.py'),
    judgeInterpreter('Rscript', versionOf('Rscript'), '.R'),
  ];
}

function gpus(): Finding {
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
  return ok(
    'gpus',
    `none: ${hasNvidiaSmi() ? '`nvidia-smi` lists no card' : 'there is no `nvidia-smi`'}`,
  );
}

function hasNvidiaSmi(): boolean {
  return spawnSync('nvidia-smi', ['--version'], { timeout: PATIENCE_MS }).error === undefined;
}

const PATIENCE_MS = 5_000;

/** What a program says when it is asked; undefined if there is none. */
function versionOf(program: string): string | undefined {
  const { stdout, stderr, error } = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  return error === undefined ? `${stdout}${stderr}` : undefined;
}
