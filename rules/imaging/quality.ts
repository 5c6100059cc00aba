import { pearson } from './correlation.ts';
import { laplacian } from './filters.ts';
import { type Image, meanOf } from './image.ts';

export type QualityStatus = 'pass' | 'warn' | 'fail';

/** Bounds of a number: beyond `warn` somebody should look, beyond `fail` it is of no use. */
export type Gate = {
  readonly better: 'high' | 'low';
  readonly warn: number;
  readonly fail: number;
};

export interface QualityItem {
  /** What was measured: `cycle 1`, `cycle 1, channel 2`. */
  readonly name: string;
  /** Null: it could not be measured. */
  readonly value: number | null;
  readonly status: QualityStatus;
  /** What else is of interest. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface QualityReport {
  readonly stage: string;
  readonly metric: string;
  readonly gate: Gate;
  /** The worst of the items. */
  readonly value: number | null;
  readonly status: QualityStatus;
  readonly items: readonly QualityItem[];
}

export function judge(value: number | null, { better, warn, fail }: Gate): QualityStatus {
  if (value === null || !Number.isFinite(value)) return 'fail';
  const sign = better === 'high' ? 1 : -1;
  if (sign * value < sign * fail) return 'fail';
  return sign * value < sign * warn ? 'warn' : 'pass';
}

export interface Measurement {
  readonly name: string;
  readonly value: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Fails whatever the value. */
  readonly isBroken?: boolean;
}

/** All measurements of a stage against its gate. */
export function qualityReport(
  { stage, metric, gate }: { readonly stage: string; readonly metric: string; readonly gate: Gate },
  measurements: readonly Measurement[],
): QualityReport {
  const items = measurements.map(({ name, value, details, isBroken = false }) => ({
    name,
    value: value === null || !Number.isFinite(value) ? null : Math.round(value * 1e5) / 1e5,
    status: isBroken ? ('fail' as const) : judge(value, gate),
    ...(details === undefined ? {} : { details }),
  }));
  const rank = { pass: 0, warn: 1, fail: 2 };
  const status = items.reduce<QualityStatus>(
    (worst, item) => (rank[item.status] > rank[worst] ? item.status : worst),
    'pass',
  );
  return { stage, metric, gate, value: worstOf(items, gate), status, items };
}

function worstOf(items: readonly QualityItem[], { better }: Gate): number | null {
  const values = items.map(({ value }) => value);
  if (values.includes(null) || values.length === 0) return null;
  const numbers = values.filter((value) => value !== null);
  return better === 'high' ? Math.min(...numbers) : Math.max(...numbers);
}

/** Variance of the Laplacian over the squared mean: a relative measure of sharpness. */
export function focusEnergy(image: Image): number {
  const edges = laplacian(image).data;
  const mean = meanOf(edges);
  const variance = meanOf(edges.map((value) => (value - mean) ** 2));
  return variance / meanOf(image.data) ** 2;
}

/**
 * Correlation of two images of one size cell by cell; cells that are cut off by the right and
 * lower border, without data (0) in more than a tenth, or flat are left out.
 */
export function cellCorrelations(a: Image, b: Image, cell: number): readonly number[] {
  const side = Math.min(cell, a.width, a.height);
  const values: number[] = [];
  for (let y = 0; y + side <= a.height; y += side) {
    for (let x = 0; x + side <= a.width; x += side) {
      const rectangle = { x, y, width: side, height: side };
      if (emptyShare(a, rectangle) > 0.1 || emptyShare(b, rectangle) > 0.1) continue;
      const value = pearson(a, b, rectangle, rectangle);
      if (value !== 0) values.push(value);
    }
  }
  return values;
}

function emptyShare(
  { width: rowLength, data }: Image,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): number {
  let empty = 0;
  for (let row = y; row < y + height; row++) {
    for (let i = row * rowLength + x; i < row * rowLength + x + width; i++)
      if (data[i] === 0) empty++;
  }
  return empty / (width * height);
}
