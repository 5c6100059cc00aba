import { SourcePositions } from '../adapters/modules/source-positions.ts';
import { thrownAt, thrownMessage } from '../core/author-places.ts';
import { endedByWorkflow, neverSettled, threwAside } from '../core/catalogue/module.ts';
import { type Diagnostic, EXIT_CODE } from '../core/diagnostic.ts';

/** How flow says what ends it. */
export interface LastWords {
  readonly diagnostic: (diagnostic: Diagnostic) => void;
  /** An error that is ours. */
  readonly bug: (error: unknown) => void;
}

/**
 * A workflow file is code within flow's own process: it can end the process, wait for ever, or
 * throw where nobody catches it. From now on each of these is said, with its place, and is no
 * success. The answer takes the exit code with which flow wants to end, just before it does, and
 * gives the one with which it has to.
 */
export function tellUnforeseenEnds({ diagnostic, bug }: LastWords): (code: number) => number {
  const positions = new SourcePositions();
  const placeOf = (thrown: unknown): ReturnType<typeof thrownAt> =>
    thrownAt(thrown, (place) => positions.find(place));
  let threw = false;
  const tellExit = (): void => {
    // Who called `process.exit` is still on the stack; if nobody did, nothing is left to do.
    const here = new Error('here');
    const isCalled = here.stack?.includes('at process.exit ') === true;
    diagnostic(isCalled ? endedByWorkflow(placeOf(here)) : neverSettled());
    process.exitCode = EXIT_CODE.workflow;
  };
  const end = (code: number): void => {
    process.off('exit', tellExit);
    process.exit(code);
  };
  const tellThrown = (error: unknown): void => {
    const span = placeOf(error);
    if (span === undefined) {
      bug(error);
      end(EXIT_CODE.internal);
      return;
    }
    // What throws once in a timer throws again while flow is ending.
    if (threw) return;
    threw = true;
    diagnostic(threwAside(thrownMessage(error), span));
    // Jobs that run are ended as for anybody who stops flow.
    if (!process.emit('SIGTERM', 'SIGTERM')) end(EXIT_CODE.workflow);
  };
  process.on('exit', tellExit);
  process.on('uncaughtException', tellThrown);
  return (code) => {
    process.off('exit', tellExit);
    return threw ? EXIT_CODE.workflow : code;
  };
}
