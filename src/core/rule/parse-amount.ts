/** The amounts that flow knows and gives a unit; every other name is the user's own. */
export type KnownAmount = 'threads' | 'mem' | 'disk' | 'gpuMem' | 'time' | 'gpus';

/** What would be valid, for messages. */
export const VALID_AMOUNTS: Readonly<Record<KnownAmount, string>> = {
  threads: 'a whole number from 1',
  mem: 'a size such as "4 GB" or "512 MiB", or a number of MB',
  disk: 'a size such as "4 GB" or "512 MiB", or a number of MB',
  gpuMem: 'a size such as "4 GB" or "512 MiB", or a number of MB',
  time: 'a time such as "4 h", "1h 30m" or "1:30:00", or a number of minutes',
  gpus: 'a whole number, or a share of one GPU such as 0.5',
};

/**
 * An amount in flow's units: threads and GPUs in pieces, sizes in MiB, times in seconds. Undefined
 * if it is not valid.
 *
 * Plain numbers mean what they mean in Snakemake: MB (10^6 bytes) and minutes. `GB` and `G` are
 * 10^9 bytes, `GiB` and `Gi` 2^30, and so on.
 */
export function parseAmount(name: KnownAmount, written: unknown): number | undefined {
  const number = plainNumber(written);
  switch (name) {
    case 'threads':
      return number !== undefined && Number.isInteger(number) && number >= 1 ? number : undefined;
    case 'gpus': {
      const isValid =
        number !== undefined && number >= 0 && (number < 1 || Number.isInteger(number));
      return isValid ? number : undefined;
    }
    case 'time':
      return positive(number === undefined ? parseTimeS(written) : number * 60);
    case 'mem':
    case 'disk':
    case 'gpuMem':
      return number === undefined ? parseSizeMib(written) : inMib(number * 1e6);
  }
}

/** A finite number from 0, also as a text that is nothing else. */
function plainNumber(written: unknown): number | undefined {
  const isNumeral = typeof written === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(written);
  const number = isNumeral ? Number(written) : written;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function positive(number: number | undefined): number | undefined {
  return number === undefined || number <= 0 ? undefined : number;
}

const SIZE = /^\s*(\d+(?:\.\d+)?)\s*(?:([kmgtp])(i?)b?|b)\s*$/i;

function parseSizeMib(written: unknown): number | undefined {
  const found = typeof written === 'string' ? SIZE.exec(written) : null;
  if (found === null) return undefined;
  const [, number, prefix = '', binary = ''] = found;
  const power = ' kmgtp'.indexOf(prefix.toLowerCase() || ' ');
  return inMib(Number(number) * (binary === '' ? 1000 : 1024) ** power);
}

/** Exact: a division by a power of two. */
function inMib(bytes: number): number {
  return bytes / 2 ** 20;
}

const CLOCK = /^\s*(?:(\d+)-)?(\d+):([0-5]\d):([0-5]\d)\s*$/;
const TIMES = /^\s*(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/i;
const TIME = /(\d+(?:\.\d+)?)\s*([a-z]+)/gi;

const UNIT_S: Readonly<Record<string, number>> = {
  ...unit(1, 's sec secs second seconds'),
  ...unit(60, 'm min mins minute minutes'),
  ...unit(3600, 'h hr hrs hour hours'),
  ...unit(86_400, 'd day days'),
};

/** `2d 3h`, `1.5 hours`, `h:mm:ss` and, as SLURM writes it, `d-hh:mm:ss`. */
function parseTimeS(written: unknown): number | undefined {
  if (typeof written !== 'string') return undefined;
  const clock = CLOCK.exec(written);
  if (clock !== null) {
    const [, days = '0', hours, minutes, seconds] = clock.map((text) => text ?? '0');
    const [d, h, m, s] = [days, hours, minutes, seconds].map(Number);
    return (((d ?? 0) * 24 + (h ?? 0)) * 60 + (m ?? 0)) * 60 + (s ?? 0);
  }
  if (!TIMES.test(written)) return undefined;
  let sum = 0;
  for (const [, number, name = ''] of written.matchAll(TIME)) {
    const seconds = Object.hasOwn(UNIT_S, name.toLowerCase()) ? UNIT_S[name.toLowerCase()] : NaN;
    sum += Number(number) * (seconds ?? NaN);
  }
  return Number.isNaN(sum) ? undefined : sum;
}

function unit(seconds: number, names: string): Record<string, number> {
  return Object.fromEntries(names.split(' ').map((name) => [name, seconds]));
}
