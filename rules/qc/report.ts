import {
  type CheckKind,
  CHECKS,
  type CheckName,
  type Gate,
  type Gates,
  judge,
  type Stage,
  type Status,
} from './gates.ts';

/** Version of the shape of reports. */
const REPORT_VERSION = 1;

export interface QcReport {
  readonly version: typeof REPORT_VERSION;
  readonly stage: Stage;
  /** The worst of the cycles. */
  readonly status: Status;
  readonly cycles: readonly CycleReport[];
}

export interface CycleReport {
  readonly cycle: number;
  /** The worst of the checks. */
  readonly status: Status;
  readonly checks: readonly Check[];
  /** What was measured besides; its shape is the stage's. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Check {
  readonly name: string;
  /** Null: it could not be measured, or was not. */
  readonly value: number | null;
  readonly status: Status;
  readonly gate: Gate;
  /** What the value is of: `tiles 3 and 4`, `channel 2, plane 5`. */
  readonly where?: string;
  /** For people, where it does not pass. */
  readonly advice?: string;
}

/** A value and what it is of. */
export interface Measured {
  readonly value: number | null;
  readonly where?: string;
}

/** What was found; a step that does not write what is needed leaves `undefined`. */
export type Measurements<Of extends Stage> = {
  readonly [Name in CheckName<Of>]?: Measured | undefined;
};

const RANK: Readonly<Record<Status, number>> = { pass: 0, 'not measured': 1, warn: 2, fail: 3 };

export function worstStatus(statuses: readonly Status[]): Status {
  return statuses.reduce((worst, each) => (RANK[each] > RANK[worst] ? each : worst), 'pass');
}

/**
 * The checks of one cycle, in the order of the stage. A check that is absent from `found` does not
 * apply; one that is there and `undefined` was not measured, which is no pass.
 */
export function checkCycle<Of extends Stage>(
  stage: Of,
  gates: Gates<Of>,
  found: Measurements<Of>,
): readonly Check[] {
  const kinds: Readonly<Record<string, CheckKind>> = CHECKS[stage];
  const measured = new Map<string, Measured | undefined>(Object.entries(found));
  const bounds = new Map<string, Gate>(Object.entries(gates));
  return Object.entries(kinds).flatMap(([name, kind]) => {
    const gate = bounds.get(name);
    if (gate === undefined || !measured.has(name)) return [];
    return [checkOne(name, { kind, gate, measured: measured.get(name) })];
  });
}

function checkOne(
  name: string,
  {
    kind,
    gate,
    measured,
  }: { readonly kind: CheckKind; readonly gate: Gate; readonly measured: Measured | undefined },
): Check {
  if (measured === undefined) {
    const advice = 'The step did not write what this is measured on.';
    return { name, value: null, status: 'not measured', gate, advice };
  }
  const { value, where } = measured;
  const status = judge(value, kind.better, gate);
  return {
    name,
    value: value === null || !Number.isFinite(value) ? null : Math.round(value * 1e5) / 1e5,
    status,
    gate,
    ...(where === undefined ? {} : { where }),
    ...(status === 'pass' ? {} : { advice: kind.advice }),
  };
}

export function cycleReport(
  cycle: number,
  checks: readonly Check[],
  details: Readonly<Record<string, unknown>>,
): CycleReport {
  return { cycle, status: worstStatus(checks.map(({ status }) => status)), checks, details };
}

export function qcReport(stage: Stage, cycles: readonly CycleReport[]): QcReport {
  const status = worstStatus(cycles.map((each) => each.status));
  return { version: REPORT_VERSION, stage, status, cycles };
}

/** The worst of several values, with its name; null values are the worst of all. */
export function worstOf(
  values: readonly { readonly value: number | null; readonly where: string }[],
  better: 'high' | 'low',
): Measured {
  const [first, ...rest] = values;
  if (first === undefined) return { value: null };
  const isWorse = (a: number | null, b: number | null): boolean =>
    b !== null && (a === null || (better === 'high' ? a < b : a > b));
  return rest.reduce((worst, each) => (isWorse(each.value, worst.value) ? each : worst), first);
}
