import type { JobReference } from '../../ports/run-event.ts';
import type { QueuedJobs, ResourceShortage, WaitCause, WaitView } from '../../ports/wait-view.ts';
import { countText, durationText } from './duration-text.ts';
import { sizeText } from './size-text.ts';
import { styled, type Style } from './style.ts';
import { visible } from './visible.ts';

/** Running jobs that are named; more are counted. */
const RUNNING_SHOWN = 5;

/** Why jobs of a run that goes on do not run: a line each on what is the matter. */
export function waitText(
  { isStopped, running, queued, waits, otherCount }: WaitView,
  style: Style,
): string {
  const blocks = waits.map(
    ({ job, cause }) =>
      `${styled(style, 'bold', visible(job.label))}\n${causeLines(cause)
        .map((line) => `  ${line}\n`)
        .join('')}`,
  );
  const names = running.slice(0, RUNNING_SHOWN).map(labelOf).join(', ');
  const list = running.length === 0 ? '' : `: ${names}${more(running.length - RUNNING_SHOWN)}`;
  const last = [
    `${countText(running.length, 'job')} running${list}`,
    ...queued.map(queuedText),
    ...(otherCount === 0
      ? []
      : [`${countText(otherCount, waits.length === 0 ? 'job' : 'more job')} waiting`]),
    ...(isStopped ? ['the run was stopped: nothing more starts'] : []),
  ];
  return `${blocks.join('')}${last.join('; ')}`;
}

function queuedText({ said, count, jobs }: QueuedJobs): string {
  const names = jobs.map(labelOf).join(', ');
  return `${countText(count, 'job')} in the queue (${visible(said)}): ${names}${more(count - jobs.length)}`;
}

function causeLines(cause: WaitCause): readonly string[] {
  switch (cause.kind) {
    case 'running':
      return ['runs'];
    case 'queued':
      return [`waits in the queue of the cluster: ${visible(cause.said)}`];
    case 'over':
      return [`does not wait: ${OVER[cause.how] ?? cause.how}`];
    case 'short':
      return cause.shortages.map((it) => shortageText(it, cause.pool));
    case 'room-kept':
      return [`what it needs is kept for ${labelOf(cause.for)}, which has waited longer`];
    case 'turn':
      return ['others stand before it'];
    case 'needs': {
      const needs = cause.needs.map(({ job, state }) => `${labelOf(job)} (${state})`).join(', ');
      const only = cause.isCertain ? '' : ', and runs only if its inputs come out changed';
      return [`needs ${needs}${more(cause.needCount - cause.needs.length)}${only}`];
    }
    case 'readers':
      return [`its outputs are still being read by ${cause.readers.map(labelOf).join(', ')}`];
    case 'dormant':
      return ['runs only if somebody needs a temporary file that was removed'];
    case 'back-off':
      return [
        `was let down by the machine (${cause.failure ?? 'lost'}), and is tried again after ${durationText(cause.delayMs)}`,
      ];
  }
}

const OVER: Readonly<Record<string, string>> = {
  kept: 'it is up to date',
  pruned: 'its inputs came out as they were',
  held: 'its outputs were edited by hand',
};

function shortageText(shortage: ResourceShortage, pool: string | undefined): string {
  const { holders, holderCount } = shortage;
  const held = holders.map(
    ({ job, amount }) => `${labelOf(job)} (${amountText(shortage, amount)})`,
  );
  const by =
    held.length === 0 ? '' : `; held by ${held.join(', ')}${more(holderCount - held.length)}`;
  const place = pool === undefined ? '' : ` in ${visible(pool)}`;
  return `${wantText(shortage)}${place}${by}`;
}

function wantText(shortage: ResourceShortage): string {
  const { resource, asked, free, has, gpuMemMib } = shortage;
  const [left, all] = [free, has].map((amount) => amountText(shortage, amount));
  switch (resource) {
    case 'jobs':
      return `waits for a job to end: ${all} may run at once`;
    case 'cores':
      return `needs ${countText(asked, 'core')}, ${left} of ${all} free`;
    case 'gpus': {
      const room = gpuMemMib === undefined ? '' : ` with ${sizeText(gpuMemMib)} free`;
      const cards = asked < 1 ? `${asked} of a GPU` : countText(asked, 'GPU');
      return `needs ${cards}${room}, ${left} of ${all} with room`;
    }
    case 'mem':
      return `needs ${amountText(shortage, asked)} of memory, ${left} of ${all} free`;
    case 'disk':
      return `needs ${amountText(shortage, asked)} of disk, ${left} of ${all} free`;
    default:
      return `needs ${asked} of \`${resource}\`, ${left} of ${all} free`;
  }
}

function amountText({ resource }: ResourceShortage, amount: number): string {
  return resource === 'mem' || resource === 'disk' ? sizeText(amount) : String(amount);
}

function labelOf({ label }: JobReference): string {
  return visible(label);
}

function more(count: number): string {
  return count > 0 ? ` and ${count} more` : '';
}
