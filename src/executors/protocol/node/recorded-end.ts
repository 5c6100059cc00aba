import type { FailureCause } from '../../../core/rule/resources.ts';
import type { JobSpec } from '../../../ports/job-spec.ts';
import type { CommandEnd } from '../command-end.ts';
import * as detail from '../outcome-details.ts';
import type { ExitRecord, NotStarted } from './exit-record.ts';

/** How the command ended, or why nothing was done at all. */
export type NodeEnd =
  | CommandEnd
  /** The node has changed nothing, or everything is as it was. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** The system that ran it says so. */
  | { readonly kind: 'failed'; readonly cause: FailureCause; readonly detail: string };

/** What a record says, in the words of the spec that it is about. */
export function recordedEnd({ end }: ExitRecord, spec: JobSpec): NodeEnd {
  switch (end.kind) {
    case 'exited':
      return end;
    case 'timed-out':
      return { kind: 'timed-out', limitS: spec.resources.timeS ?? 0 };
    case 'unfinished':
      return { kind: 'unfinished', outputs: pathsAt(spec.verify.outputs, end.outputs) };
    case 'inputs-missing': {
      const missing = pathsAt(spec.prepare.inputs, end.inputs);
      return { kind: 'refused', detail: detail.missingInputs(missing) };
    }
    case 'not-prepared':
      return { kind: 'refused', detail: detail.notPrepared(end.detail) };
    case 'not-started':
      return { kind: 'not-started', detail: whyNotStarted(end.why, spec) };
  }
}

function pathsAt(
  files: readonly { readonly path: string }[],
  places: readonly number[],
): readonly string[] {
  return places.flatMap((place) => files[place]?.path ?? []);
}

function whyNotStarted(why: NotStarted, { command, logFile }: JobSpec): string {
  const [program = ''] = command.kind === 'exec' ? command.argv : [];
  switch (why) {
    case 'log':
      return detail.logNotOpened(logFile);
    case 'bash':
      return detail.bashNotFound();
    case 'absent':
      return detail.programAbsent(program);
    case 'not-found':
      return detail.programNotFound(program);
    case 'not-executable':
      return detail.programNotExecutable(program);
    case 'interpreter':
      return detail.interpreterAbsent(program);
  }
}
