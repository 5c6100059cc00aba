import {
  diagnosticsIn,
  type FindAuthorPlace,
  withAuthorSpans,
  withAuthorStack,
} from '../../core/author-places.ts';
import { isRecord } from '../../core/config/deep-merge.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { compileText } from '../../core/pattern/compile-text.ts';
import type { Wildcards } from '../../core/pattern/path-pattern.ts';
import { EdgedPath } from '../../core/rule/edged-path.ts';
import { namedFiles } from '../../core/rule/named-files.ts';
import type { AmountFunction } from '../../core/rule/resources.ts';
import type { EdgeKind, InputFunction, ParamFunction } from '../../core/rule/rule.ts';
import { isClass } from '../describe-value.ts';
import { type FileReference, isFileReference, REFERENCE } from '../values/file-reference.ts';
import { isFlaggedInput, unflagged } from '../values/input-flags.ts';

/** A function as the author wrote it: called with the wildcards, and with all else it may know. */
export type AuthorFunction = (...given: readonly unknown[]) => unknown;

/** A class is none, since it cannot be called. */
export function isFunction(value: unknown): value is AuthorFunction {
  return typeof value === 'function' && !isClass(value);
}

/** References in its answer become paths; what it throws gets the author's places. */
export function inputFunction(author: AuthorFunction, find: FindAuthorPlace): InputFunction {
  return (context) => {
    const { wildcards } = context;
    const named = strictWildcards(wildcards);
    const answer = guarded(find, () => author(named, { ...context, wildcards: named }));
    if (!(answer instanceof Promise)) return guarded(find, () => plainAnswer(answer, wildcards));
    return answer.then(
      (settled: unknown) => plainAnswer(settled, wildcards),
      (error: unknown) => {
        throw authorError(error, find);
      },
    );
  };
}

export function paramFunction(author: AuthorFunction, find: FindAuthorPlace): ParamFunction {
  return ({ wildcards, config, input }) => {
    const named = strictWildcards(wildcards);
    const context = { wildcards: named, config, input: namedFiles(input) };
    return guarded(find, () => author(named, context));
  };
}

export function amountFunction(author: AuthorFunction, find: FindAuthorPlace): AmountFunction {
  return ({ wildcards, config, input, attempt, failure }) => {
    const named = strictWildcards(wildcards);
    const context = { wildcards: named, config, input: namedFiles(input), attempt, failure };
    // Checked where it is used, like every answer of an author's function.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return guarded(find, () => author(named, context)) as number | string;
  };
}

function guarded<Value>(find: FindAuthorPlace, call: () => Value): Value {
  try {
    return call();
  } catch (error) {
    throw authorError(error, find);
  }
}

/** What an author's code threw, with places in the author's files instead of compiled ones. */
export function authorError(thrown: unknown, find: FindAuthorPlace): unknown {
  const ours = diagnosticsIn(thrown);
  if (ours === undefined) return withAuthorStack(thrown, find);
  return new FlowError(
    ours.map((it) => withAuthorSpans(it, find)),
    { cause: thrown },
  );
}

/** A misspelt wildcard throws, so that it does not become the path `raw/undefined`. */
function strictWildcards(wildcards: Wildcards): Wildcards {
  return new Proxy(wildcards, {
    get: (target, name): unknown => {
      if (typeof name === 'string' && !(name in target) && !PROBED.has(name)) {
        const known = Object.keys(target).map((it) => `\`${it}\``);
        throw new Error(`there is no wildcard \`${name}\`, only ${known.join(', ') || 'none'}`);
      }
      return Reflect.get(target, name);
    },
  });
}

/** What JavaScript itself asks objects for. */
const PROBED = new Set(['then', 'toJSON']);

function plainAnswer(answer: unknown, wildcards: Wildcards): unknown {
  const isGroup = isFileReference(answer) || isFlaggedInput(answer) || !isPlain(answer);
  if (isGroup) return plainGroup(answer, wildcards);
  const groups = Object.entries(answer).map(([name, group]) => [
    name,
    plainGroup(group, wildcards),
  ]);
  return Object.fromEntries(groups);
}

/** One file or a list, in which lists such as `expand` answers may stand, and flags on all of them. */
function plainGroup(group: unknown, wildcards: Wildcards): unknown {
  const { value, edge } = unflagged(group);
  if (!Array.isArray(value)) return plainPath(value, { edge, wildcards });
  return value.flatMap((item: unknown) => {
    const inner = unflagged(item, edge);
    const items: readonly unknown[] = Array.isArray(inner.value) ? inner.value : [inner.value];
    return items.map((path) => plainPath(path, { edge: inner.edge, wildcards }));
  });
}

/** Files under names, and no `Date`, `Map` or other object whose entries are not what it holds. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

interface AnsweredPath {
  readonly edge: EdgeKind;
  readonly wildcards: Wildcards;
}

/** A reference is the file that it names for this job. */
function plainPath(value: unknown, { edge, wildcards }: AnsweredPath): unknown {
  const path = isFileReference(value) ? referredPath(value, wildcards) : value;
  return edge === 'data' ? path : new EdgedPath(path, edge);
}

function referredPath(
  { [REFERENCE]: { rule, path } }: FileReference,
  wildcards: Wildcards,
): string {
  return compileText(path).fill((name) => {
    const own = Object.hasOwn(wildcards, name) ? wildcards[name] : undefined;
    if (own === undefined) {
      throw new Error(
        `\`${path}\` of rule \`${rule}\` has the wildcard \`${name}\`: use \`expand\``,
      );
    }
    return own;
  });
}
