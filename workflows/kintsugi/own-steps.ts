import { resolve } from 'node:path';
import { z } from 'dagflow';
import type { StepRun } from '../../rules/step-run.ts';

/** What needs no quotes in a shell, and has no braces. */
const word = z.string().regex(/^[\w./:@+~-]+$/, 'must be of letters, digits and `._/:@+~-` alone');

/** What runs in the place of a shipped step. */
const ownStep = z
  .object({
    /** A command, with the placeholders of `shell`: `mydecon {input.image} {output.image}`. */
    shell: z.string().min(1).optional(),
    /** A script, relative to the working directory. */
    script: z.string().min(1).optional(),
    /** The image of a container in which `shell` is run. */
    container: word.optional(),
    /** Folders that the container sees besides the working directory. */
    mounts: z.array(word).default([]),
  })
  .superRefine(({ shell, script, container, mounts }, context) => {
    const say = (message: string): void => context.addIssue({ code: 'custom', message });
    if ((shell === undefined) === (script === undefined)) say('needs one of `shell` and `script`');
    if (container !== undefined && shell === undefined) say('a `container` needs a `shell` to run');
    if (container === undefined && mounts.length > 0) say('`mounts` are those of a `container`');
  });

/** By step; a step that is left out is the shipped one. */
export const ownSteps = z
  .object({ stitch: ownStep, decon: ownStep, edf: ownStep, registration: ownStep })
  .partial()
  .prefault({});

/** What starts containers. */
export const containerRuntime = z.enum(['apptainer', 'docker', 'podman']).default('apptainer');

type OwnStep = z.infer<typeof ownStep>;
type Runtime = z.infer<typeof containerRuntime>;

/** The run part of a step; undefined: the shipped one. */
export function ownRun(
  step: OwnStep | undefined,
  { runtime, hasGpu }: { readonly runtime: Runtime; readonly hasGpu: boolean },
): StepRun | undefined {
  if (step === undefined) return undefined;
  const { shell, script, container, mounts } = step;
  if (script !== undefined) return { script: resolve(script) };
  if (shell === undefined)
    throw new Error('the config checks that a step of its own has a command');
  if (container === undefined) return { shell };
  return { shell: inContainer(shell, START[runtime]({ container, mounts, hasGpu })) };
}

/**
 * The command as a function of the shell outside, whose definition the shell inside reads: so
 * placeholders in it are quoted as ever, and nothing is quoted twice.
 */
function inContainer(shell: string, start: string): string {
  return [
    'flow_step() {',
    shell.trimEnd(),
    '}',
    `${start} bash -euo pipefail -c "$(declare -f flow_step); flow_step"`,
    '',
  ].join('\n');
}

interface Container {
  readonly container: string;
  readonly mounts: readonly string[];
  readonly hasGpu: boolean;
}

/** The cards that the job was given; inside, CUDA goes by the same names. */
const CARDS = '--env CUDA_VISIBLE_DEVICES --env CUDA_DEVICE_ORDER';

/** By runtime: how a program is started in the working directory of a container, as this user. */
const START: Readonly<Record<Runtime, (container: Container) => string>> = {
  apptainer: ({ container, mounts, hasGpu }) =>
    words(
      'apptainer exec --pwd "$PWD" --bind "$PWD"',
      ...mounts.map((mount) => `--bind ${mount}`),
      hasGpu ? '--nv' : '',
      container,
    ),
  docker: ({ container, mounts, hasGpu }) =>
    words(
      'docker run --rm --init --user "$(id -u):$(id -g)" --workdir "$PWD" --volume "$PWD:$PWD"',
      ...mounts.map((mount) => `--volume ${mount}:${mount}`),
      hasGpu ? `--gpus all ${CARDS}` : '',
      container,
    ),
  podman: ({ container, mounts, hasGpu }) =>
    words(
      'podman run --rm --init --userns keep-id --workdir "$PWD" --volume "$PWD:$PWD"',
      ...mounts.map((mount) => `--volume ${mount}:${mount}`),
      hasGpu ? `--device nvidia.com/gpu=all ${CARDS}` : '',
      container,
    ),
};

function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
