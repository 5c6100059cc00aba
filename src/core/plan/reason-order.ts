import type { ConditionalReason, OwnReason, Reason, Trigger } from './reason.ts';

type Kind = Reason['kind'];

/** Kinds of reasons in the order in which a plan lists them: that of the decision table. */
export const REASON_KINDS: readonly Kind[] = [
  'forced',
  'no-output',
  'output-missing',
  'incomplete',
  'not-ensured',
  'input-newer',
  'inputs-changed',
  'input-changed',
  'code-changed',
  'params-changed',
  'env-changed',
  'temp-needed',
  'input-remade',
  'temp-may-be-needed',
];

const CONDITIONAL: ReadonlySet<Kind> = new Set<ConditionalReason['kind']>([
  'input-remade',
  'temp-may-be-needed',
]);

const TRIGGER: Readonly<Partial<Record<Kind, Trigger>>> = {
  'input-newer': 'mtime',
  'input-changed': 'mtime',
  'input-remade': 'mtime',
  'inputs-changed': 'input',
  'code-changed': 'code',
  'params-changed': 'params',
  'env-changed': 'software-env',
};

/** Something of the job itself changed: it will run, whatever becomes of other jobs. */
export function isOwn(reason: Reason): reason is OwnReason {
  return !CONDITIONAL.has(reason.kind);
}

/** Which trigger brings it up; undefined: it cannot be switched off. */
export function triggerOf(reason: Reason): Trigger | undefined {
  return TRIGGER[reason.kind];
}
