import { SourcePositions } from '../adapters/modules/source-positions.ts';
import { stackPlaces, thrownAt, thrownMessage } from '../core/author-places.ts';
import { endedByWorkflow, neverSettled, threwAside } from '../core/catalogue/module.ts';
import { type Diagnostic, EXIT_CODE } from '../core/diagnostic.ts';

/** How flow says what ended it. */
export interface LastWords {
  readonly diagnostic: (diagnostic: Diagnostic) => void;
  /** An error that is ours. */
  readonly bug: (error: unknown) => void;
}

/**
 * A workflow file is code within flow's own process: it can end the process, wait for ever, or
 * throw where nobody catches it. From now on each of these is said, with its place, and is no
 * success. The answer is to be called when flow itself is done.
 */
export function tellUnforeseenEnds({ diagnostic, bug }: LastWords): () => void {
  const { find } = new SourcePositions();
  const end = (code: number): void => {
    process.off('exit', tellExit);
    process.exit(code);
  };
  const tellExit = (code: number): void => {
    // Who called `process.exit` is still on the stack.
    const here = new Error('exit');
    const places = stackPlaces(here).filter(({ url }) => !url.startsWith('node:'));
    const span = thrownAt(here, (place) => find(place));
    const isStuck = code === NEVER_SETTLED && places.length <= 1;
    diagnostic(isStuck ? neverSettled() : endedByWorkflow(span));
    process.exitCode = EXIT_CODE.workflow;
  };
  const tellThrown = (error: unknown): void => {
    const span = thrownAt(error, (place) => find(place));
    if (span === undefined) bug(error);
    else diagnostic(threwAside(thrownMessage(error), span));
    end(span === undefined ? EXIT_CODE.internal : EXIT_CODE.workflow);
  };
  process.on('exit', tellExit);
  process.on('uncaughtException', tellThrown);
  return () => {
    process.off('exit', tellExit);
    process.off('uncaughtException', tellThrown);
  };
}

/** Node's exit code when nothing is left that could settle what the program awaits. */
const NEVER_SETTLED = 13;
