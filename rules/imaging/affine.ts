import type { Vector } from './image.ts';

/** x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0. */
export interface Affine {
  readonly xx: number;
  readonly xy: number;
  readonly x0: number;
  readonly yx: number;
  readonly yy: number;
  readonly y0: number;
}

/** Leaves every point where it is. */
export const IDENTITY: Affine = { xx: 1, xy: 0, x0: 0, yx: 0, yy: 1, y0: 0 };

/** Where a point goes; pixels in, pixels out. */
export function applyAffine(affine: Affine, { x, y }: Vector): Vector {
  return {
    x: affine.xx * x + affine.xy * y + affine.x0,
    y: affine.yx * x + affine.yy * y + affine.y0,
  };
}

/** First `inner`, then `outer`. */
export function composeAffine(outer: Affine, inner: Affine): Affine {
  const origin = applyAffine(outer, { x: inner.x0, y: inner.y0 });
  return {
    xx: outer.xx * inner.xx + outer.xy * inner.yx,
    xy: outer.xx * inner.xy + outer.xy * inner.yy,
    x0: origin.x,
    yx: outer.yx * inner.xx + outer.yy * inner.yx,
    yy: outer.yx * inner.xy + outer.yy * inner.yy,
    y0: origin.y,
  };
}

/** Turns by an angle about a point, then shifts. With y down, positive angles turn clockwise. */
export function rotationAbout(centre: Vector, degrees: number, shift: Vector): Affine {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  return {
    xx: cos,
    xy: -sin,
    x0: centre.x - cos * centre.x + sin * centre.y + shift.x,
    yx: sin,
    yy: cos,
    y0: centre.y - sin * centre.x - cos * centre.y + shift.y,
  };
}

/** What a fit may change: shifts only, shifts and one rotation, or all six numbers. */
export type MotionModel = 'translation' | 'rigid' | 'affine';

export interface Match {
  readonly from: Vector;
  readonly to: Vector;
  readonly weight: number;
}

/**
 * The motion that brings `from` to `to` with the least weighted sum of squares.
 *
 * Undefined where the matches do not determine it: fewer than 1, 2 or 3 of them with weight, or
 * all on one line for `affine`. The rigid fit is Kabsch's in the plane.
 */
export function fitMotion(matches: readonly Match[], model: MotionModel): Affine | undefined {
  const weighted = matches.filter(({ weight }) => weight > 0);
  const needed = { translation: 1, rigid: 2, affine: 3 }[model];
  if (weighted.length < needed) return undefined;
  const from = centroid(weighted, 'from');
  const to = centroid(weighted, 'to');
  const linear = fitLinear(weighted, { from, to, model });
  if (linear === undefined) return undefined;
  return {
    ...linear,
    x0: to.x - linear.xx * from.x - linear.xy * from.y,
    y0: to.y - linear.yx * from.x - linear.yy * from.y,
  };
}

function centroid(matches: readonly Match[], side: 'from' | 'to'): Vector {
  let [x, y, total] = [0, 0, 0];
  for (const match of matches) {
    x += match.weight * match[side].x;
    y += match.weight * match[side].y;
    total += match.weight;
  }
  return { x: x / total, y: y / total };
}

interface Centres {
  readonly from: Vector;
  readonly to: Vector;
  readonly model: MotionModel;
}

type Linear = Pick<Affine, 'xx' | 'xy' | 'yx' | 'yy'>;

function fitLinear(matches: readonly Match[], { from, to, model }: Centres): Linear | undefined {
  let [sxx, sxy, syy, txx, txy, tyx, tyy] = [0, 0, 0, 0, 0, 0, 0];
  for (const match of matches) {
    const { weight } = match;
    const fx = match.from.x - from.x;
    const fy = match.from.y - from.y;
    const tx = match.to.x - to.x;
    const ty = match.to.y - to.y;
    sxx += weight * fx * fx;
    sxy += weight * fx * fy;
    syy += weight * fy * fy;
    txx += weight * tx * fx;
    txy += weight * tx * fy;
    tyx += weight * ty * fx;
    tyy += weight * ty * fy;
  }
  if (model === 'translation') return IDENTITY;
  if (model === 'rigid') {
    const angle = Math.atan2(tyx - txy, txx + tyy);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { xx: cos, xy: -sin, yx: sin, yy: cos };
  }
  const determinant = sxx * syy - sxy * sxy;
  if (determinant <= 1e-9 * (sxx + syy) ** 2) return undefined;
  return {
    xx: (txx * syy - txy * sxy) / determinant,
    xy: (txy * sxx - txx * sxy) / determinant,
    yx: (tyx * syy - tyy * sxy) / determinant,
    yy: (tyy * sxx - tyx * sxy) / determinant,
  };
}
