import type { Clock } from '../../ports/clock.ts';
import type { CommandEnd } from '../protocol/command-end.ts';

/** How things stood when a job began. */
export interface OomMark {
  readonly killCount: number;
  readonly claimCount: number;
}

/** A count as old as this will do for a job that begins. */
const FRESH_MS = 200;

/**
 * Which of the jobs that were killed were killed by the kernel because memory had run out.
 *
 * The kernel counts such kills and does not say whom they met: each is believed of one job that
 * ended by SIGKILL while the count rose. A job that somebody else kills, just while another process
 * around us is killed for want of memory, is mistaken for one of them.
 */
export class OomKills {
  readonly #read: () => number | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  #killCount: number | undefined;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #claimCount = 0;

  /** `read` answers how many processes have been killed so far; undefined: nobody counts. */
  constructor(read: () => number | undefined, clock: Pick<Clock, 'now'>) {
    this.#read = read;
    this.#clock = clock;
  }

  /** For a job that begins. Undefined: it will not be known. */
  mark(): OomMark | undefined {
    if (this.#clock.now() - this.#readAtMs >= FRESH_MS) this.#look();
    if (this.#killCount === undefined) return undefined;
    return { killCount: this.#killCount, claimCount: this.#claimCount };
  }

  /** The end of a job that began at `mark`, told as the kernel's kill if it is one. */
  explain(end: CommandEnd, mark: OomMark | undefined): CommandEnd {
    if (mark === undefined || !isSigkill(end)) return end;
    this.#look();
    const killed = (this.#killCount ?? 0) - mark.killCount;
    const claimed = this.#claimCount - mark.claimCount;
    if (killed <= claimed) return end;
    this.#claimCount += 1;
    return { kind: 'out-of-memory' };
  }

  #look(): void {
    this.#killCount = this.#read();
    this.#readAtMs = this.#clock.now();
  }
}

/** 128 and 9: so a shell tells that its program was killed. */
const CODE_OF_SIGKILL = 137;

function isSigkill(end: CommandEnd): boolean {
  if (end.kind === 'signalled') return end.signal === 'SIGKILL';
  return end.kind === 'exited' && end.code === CODE_OF_SIGKILL;
}
