import type { JobSpec } from './history.ts';

/**
 * The content that a job's command writes to the output at `place`: `major.minor`, so that a
 * coarse command can pass over a part of what it is given. `read`: contents of its data and final
 * inputs in order; undefined: absent. The commands of histories are deterministic.
 */
export function contentOf(
  job: Pick<JobSpec, 'code' | 'params' | 'isCoarse'>,
  place: number,
  read: readonly (string | undefined)[],
): string {
  const contents = read.map((content) => content ?? 'absent');
  const majors = contents.map((content) => content.split('.')[0]);
  const major = checksum([`${job.code} ${job.params} ${place}`, ...majors]);
  return `${major}.${job.isCoarse ? 0 : checksum([major, ...contents])}`;
}

/** What comes to lie at the output; undefined: it is optional, and the command leaves it out. */
export function madeContent(
  job: Pick<JobSpec, 'code' | 'params' | 'isCoarse' | 'outputs'>,
  place: number,
  read: readonly (string | undefined)[],
): string | undefined {
  const content = contentOf(job, place, read);
  const isEven = Number(content.split('.')[0]) % 2 === 0;
  return job.outputs[place]?.isOptional === true && isEven ? undefined : content;
}

/**
 * The same as a command for bash, for players that run real jobs. Contents are lines of their
 * files. Nothing in it is a placeholder, as the paths are written out, unless `params` is one.
 */
export function shellText(job: JobSpec, params = `${job.params}`): string {
  const read = job.inputs
    .filter(({ edge }) => edge === 'data' || edge === 'final')
    .map(({ file }) => `"$(cat ${file} 2>/dev/null || echo absent)"`);
  const sum = '| cksum | cut -d" " -f1';
  const outputs = job.outputs.flatMap(({ file }, place) => [
    `major=$(printf '%s\\n' '${job.code} ${params} ${place}' "\${contents[@]%%.*}" ${sum})`,
    job.isCoarse ? 'minor=0' : `minor=$(printf '%s\\n' "$major" "\${contents[@]}" ${sum})`,
    `echo "$major.$minor" > ${file}`,
  ]);
  return [`contents=(${read.join(' ')})`, ...outputs].join('\n');
}

/** The checksum that `cksum` of POSIX prints for these lines. */
function checksum(lines: readonly (string | number | undefined)[]): number {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
  let sum = 0;
  const add = (byte: number): void => {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  };
  for (const byte of bytes) add(byte);
  for (let rest = bytes.length; rest > 0; rest = Math.floor(rest / 256)) add(rest % 256);
  return ~sum >>> 0;
}
