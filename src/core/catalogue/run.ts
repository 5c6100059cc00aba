import type { Diagnostic, SourceSpan } from '../diagnostic.ts';

/** Which job, for people, and where its rule is declared. */
export interface JobPlace {
  readonly label: string;
  readonly span: SourceSpan;
}

export interface ExcessiveRequest extends JobPlace {
  /** `threads`, `mem`, `disk`, `gpuMem` (all in MiB), `gpus`, or the user's own name. */
  readonly resource: string;
  readonly asked: number;
  readonly has: number;
  /** Which pool has no more; undefined: the run. */
  readonly pool: string | undefined;
}

/** A job asks for more than the run may ever give. `others`: further jobs of its rule do too. */
export function requestTooLarge(request: ExcessiveRequest & { others: number }): Diagnostic {
  const { label, span, resource, asked, has, others, pool } = request;
  const { amount, option, supply = amount } = wordsFor(resource);
  const inRun = `give the run more with ${option(asked)}, ask for less, or take what there is with \`--clamp\``;
  return {
    code: 'request-too-large',
    kind: 'workflow',
    severity: 'error',
    title: `\`${label}\` asks for ${amount(asked)}; ${ownerText(pool)} has ${supply(has, asked)}`,
    spans: [{ span, label: 'this rule' }],
    facts: others === 0 ? [] : [['likewise', `${others} more of its jobs`]],
    hint: pool === undefined ? inRun : 'give the pool more, or ask for less',
  };
}

/** A job that failed would ask for more at its next attempt than the run may ever give. */
export function retryTooLarge(request: ExcessiveRequest & { attempt: number }): Diagnostic {
  const { label, span, resource, asked, has, attempt, pool } = request;
  const { amount, option, supply = amount } = wordsFor(resource);
  const more = pool === undefined ? `the run more with ${option(asked)}` : 'the pool more';
  return {
    code: 'retry-too-large',
    kind: 'workflow',
    severity: 'warning',
    title: `\`${label}\` is not tried again: attempt ${attempt} asks for ${amount(asked)}; ${ownerText(pool)} has ${supply(has, asked)}`,
    spans: [{ span, label: 'this rule' }],
    facts: [],
    hint: `give ${more}, or bound the request in its function`,
  };
}

/** More than one GPU, and no whole number of them. */
export function brokenGpuRequest({ label, span, asked }: JobPlace & { asked: number }): Diagnostic {
  return {
    code: 'broken-gpu-request',
    kind: 'workflow',
    severity: 'error',
    title: `\`${label}\` asks for ${asked} GPUs`,
    spans: [{ span, label: 'this rule' }],
    facts: [],
    hint: 'ask for whole cards (`gpus: 2`) or for a share of one (`gpus: 0.5`)',
  };
}

/** A temporary file that nobody needs any more could not be removed. */
export function tempNotRemoved(path: string, why: string): Diagnostic {
  return {
    code: 'temp-not-removed',
    kind: 'environment',
    severity: 'warning',
    title: `the temporary file \`${path}\` could not be removed: ${why}`,
    spans: [],
    facts: [],
    hint: 'remove it by hand; no job reads it any more',
  };
}

/** An executor went wrong by itself: it cannot start or watch jobs any more. */
export function executorBroke(name: string, why: string): Diagnostic {
  return {
    code: 'executor-broke',
    kind: 'environment',
    severity: 'error',
    title: `the executor \`${name}\` cannot be used any more: ${why}`,
    spans: [],
    facts: [],
    hint: 'what finished is recorded; run again once the cause is gone',
  };
}

function ownerText(pool: string | undefined): string {
  return pool === undefined ? 'the run' : `the pool \`${pool}\``;
}

interface ResourceWords {
  readonly amount: (value: number) => string;
  readonly option: (value: number) => string;
  /** What there is of it, beside what is asked; as `amount` if it is left out. */
  readonly supply?: (has: number, asked: number) => string;
}

const MIB = 2 ** 20;

function wordsFor(resource: string): ResourceWords {
  switch (resource) {
    case 'threads':
      return {
        amount: (value) => plural(value, 'thread'),
        option: (value) => `\`--cores ${value}\``,
      };
    case 'gpus':
      return { amount: (value) => plural(value, 'GPU'), option: () => '`--gpus`' };
    case 'gpuMem':
      return {
        amount: (mib) => `${sizeText(mib)} of memory on a GPU`,
        option: () => '`--gpus`',
        supply: (has, asked) => `${supplyText(has, asked)} of memory on a GPU`,
      };
    case 'mem':
      return sizeWords('mem', 'memory');
    case 'disk':
      return sizeWords('disk', 'disk');
    default:
      return {
        amount: (value) => `${value} of \`${resource}\``,
        option: (value) => `\`--resources ${resource}=${value}\``,
      };
  }
}

function sizeWords(resource: string, what: string): ResourceWords {
  return {
    amount: (mib) => `${sizeText(mib)} of ${what}`,
    option: (mib) => `\`--resources ${resource}="${sizeText(mib)}"\``,
    supply: (has, asked) => `${supplyText(has, asked)} of ${what}`,
  };
}

/** In the unit in which it was probably written: 64 GB are no whole number of MiB. */
function sizeText(mib: number): string {
  const bytes = mib * MIB;
  if (bytes % 1e9 === 0) return `${bytes / 1e9} GB`;
  if (bytes % 1e6 === 0) return `${bytes / 1e6} MB`;
  return `${Math.ceil(mib)} MiB`;
}

/** In the unit of what is asked, for the eye to compare; rounded down, and in MiB if that hides it. */
function supplyText(hasMib: number, askedMib: number): string {
  const [, , unit = 'MiB'] = /^(\S+) (\S+)$/u.exec(sizeText(askedMib)) ?? [];
  const size = unit === 'GB' ? 1e9 : unit === 'MB' ? 1e6 : MIB;
  const amount = Math.floor((hasMib * MIB * 10) / size) / 10;
  return amount === 0 && hasMib > 0 ? sizeText(hasMib) : `${amount} ${unit}`;
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
