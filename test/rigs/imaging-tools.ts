import { spawnSync } from 'node:child_process';

/** Whether libtiff's programs are installed. */
export const HAS_LIBTIFF = ['tiffcp', 'tiffcmp', 'tiffinfo'].every(
  (program) => spawnSync(program, [], { encoding: 'utf8' }).error === undefined,
);

/** The system's Python: other ones on the PATH lack its packages. */
const PYTHON = '/usr/bin/python3';

/** Whether the system's Python has these packages. */
export function hasPython(...packages: readonly string[]): boolean {
  return spawnSync(PYTHON, ['-c', `import ${packages.join(', ')}`]).status === 0;
}

/** Standard output of a script; throws with what it says if it fails. */
export function python(script: string, args: readonly string[] = []): string {
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', script, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Standard output of a program of libtiff; throws if it fails, or warns. */
export function libtiff(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
