/** Complex numbers as two arrays, real and imaginary parts. */
export interface ComplexArray {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/**
 * One pass of a Stockham transform: `count` butterflies of `radix` legs, each carried out for
 * `stride` neighbouring columns. Leg j of butterfly k is multiplied by `twiddle[k * radix + j]`.
 */
export interface Pass {
  readonly radix: number;
  readonly count: number;
  readonly twiddle: ComplexArray;
}

/** Where a pass reads or writes: an array and the index at which its line starts. */
export interface Side extends ComplexArray {
  readonly start: number;
}

/** Reads `from` and writes `to`, in the order that makes the last pass end sorted. */
export function runPass(pass: Pass, stride: number, from: Side, to: Side): void {
  if (pass.radix === 4) pass4(pass, stride, from, to);
  else if (pass.radix === 2) pass2(pass, stride, from, to);
  else if (pass.radix === 3) pass3(pass, stride, from, to);
  else pass5(pass, stride, from, to);
}

function pass2({ count, twiddle }: Pass, stride: number, from: Side, to: Side): void {
  const { re, im } = from;
  const outRe = to.re;
  const outIm = to.im;
  const leg = stride * count;
  for (let k = 0; k < count; k++) {
    const wr = twiddle.re[2 * k + 1] ?? 0;
    const wi = twiddle.im[2 * k + 1] ?? 0;
    let i = from.start + stride * k;
    let o = to.start + stride * 2 * k;
    for (let q = 0; q < stride; q++, i++, o++) {
      const ar = re[i] ?? 0;
      const ai = im[i] ?? 0;
      const br = re[i + leg] ?? 0;
      const bi = im[i + leg] ?? 0;
      outRe[o] = ar + br;
      outIm[o] = ai + bi;
      const dr = ar - br;
      const di = ai - bi;
      outRe[o + stride] = dr * wr - di * wi;
      outIm[o + stride] = dr * wi + di * wr;
    }
  }
}

function pass3({ count, twiddle }: Pass, stride: number, from: Side, to: Side): void {
  const { re, im } = from;
  const outRe = to.re;
  const outIm = to.im;
  const leg = stride * count;
  const sin60 = Math.sqrt(3) / 2;
  for (let k = 0; k < count; k++) {
    const w1r = twiddle.re[3 * k + 1] ?? 0;
    const w1i = twiddle.im[3 * k + 1] ?? 0;
    const w2r = twiddle.re[3 * k + 2] ?? 0;
    const w2i = twiddle.im[3 * k + 2] ?? 0;
    let i = from.start + stride * k;
    let o = to.start + stride * 3 * k;
    for (let q = 0; q < stride; q++, i++, o++) {
      const ar = re[i] ?? 0;
      const ai = im[i] ?? 0;
      const br = re[i + leg] ?? 0;
      const bi = im[i + leg] ?? 0;
      const cr = re[i + 2 * leg] ?? 0;
      const ci = im[i + 2 * leg] ?? 0;
      const sr = br + cr;
      const si = bi + ci;
      const mr = ar - sr / 2;
      const mi = ai - si / 2;
      const tr = sin60 * (bi - ci);
      const ti = sin60 * (cr - br);
      outRe[o] = ar + sr;
      outIm[o] = ai + si;
      outRe[o + stride] = (mr + tr) * w1r - (mi + ti) * w1i;
      outIm[o + stride] = (mr + tr) * w1i + (mi + ti) * w1r;
      outRe[o + 2 * stride] = (mr - tr) * w2r - (mi - ti) * w2i;
      outIm[o + 2 * stride] = (mr - tr) * w2i + (mi - ti) * w2r;
    }
  }
}

function pass4({ count, twiddle }: Pass, stride: number, from: Side, to: Side): void {
  const { re, im } = from;
  const outRe = to.re;
  const outIm = to.im;
  const leg = stride * count;
  for (let k = 0; k < count; k++) {
    const w1r = twiddle.re[4 * k + 1] ?? 0;
    const w1i = twiddle.im[4 * k + 1] ?? 0;
    const w2r = twiddle.re[4 * k + 2] ?? 0;
    const w2i = twiddle.im[4 * k + 2] ?? 0;
    const w3r = twiddle.re[4 * k + 3] ?? 0;
    const w3i = twiddle.im[4 * k + 3] ?? 0;
    let i = from.start + stride * k;
    let o = to.start + stride * 4 * k;
    for (let q = 0; q < stride; q++, i++, o++) {
      const ar = re[i] ?? 0;
      const ai = im[i] ?? 0;
      const br = re[i + leg] ?? 0;
      const bi = im[i + leg] ?? 0;
      const cr = re[i + 2 * leg] ?? 0;
      const ci = im[i + 2 * leg] ?? 0;
      const dr = re[i + 3 * leg] ?? 0;
      const di = im[i + 3 * leg] ?? 0;
      const pr = ar + cr;
      const pi = ai + ci;
      const mr = ar - cr;
      const mi = ai - ci;
      const sr = br + dr;
      const si = bi + di;
      // −i · (b − d)
      const tr = bi - di;
      const ti = dr - br;
      outRe[o] = pr + sr;
      outIm[o] = pi + si;
      outRe[o + stride] = (mr + tr) * w1r - (mi + ti) * w1i;
      outIm[o + stride] = (mr + tr) * w1i + (mi + ti) * w1r;
      outRe[o + 2 * stride] = (pr - sr) * w2r - (pi - si) * w2i;
      outIm[o + 2 * stride] = (pr - sr) * w2i + (pi - si) * w2r;
      outRe[o + 3 * stride] = (mr - tr) * w3r - (mi - ti) * w3i;
      outIm[o + 3 * stride] = (mr - tr) * w3i + (mi - ti) * w3r;
    }
  }
}

const COS72 = Math.cos((2 * Math.PI) / 5);
const COS144 = Math.cos((4 * Math.PI) / 5);
const SIN72 = Math.sin((2 * Math.PI) / 5);
const SIN144 = Math.sin((4 * Math.PI) / 5);

function pass5({ count, twiddle }: Pass, stride: number, from: Side, to: Side): void {
  const { re, im } = from;
  const outRe = to.re;
  const outIm = to.im;
  const leg = stride * count;
  for (let k = 0; k < count; k++) {
    const w1r = twiddle.re[5 * k + 1] ?? 0;
    const w1i = twiddle.im[5 * k + 1] ?? 0;
    const w2r = twiddle.re[5 * k + 2] ?? 0;
    const w2i = twiddle.im[5 * k + 2] ?? 0;
    const w3r = twiddle.re[5 * k + 3] ?? 0;
    const w3i = twiddle.im[5 * k + 3] ?? 0;
    const w4r = twiddle.re[5 * k + 4] ?? 0;
    const w4i = twiddle.im[5 * k + 4] ?? 0;
    let i = from.start + stride * k;
    let o = to.start + stride * 5 * k;
    for (let q = 0; q < stride; q++, i++, o++) {
      const ar = re[i] ?? 0;
      const ai = im[i] ?? 0;
      const s1r = (re[i + leg] ?? 0) + (re[i + 4 * leg] ?? 0);
      const s1i = (im[i + leg] ?? 0) + (im[i + 4 * leg] ?? 0);
      const d1r = (re[i + leg] ?? 0) - (re[i + 4 * leg] ?? 0);
      const d1i = (im[i + leg] ?? 0) - (im[i + 4 * leg] ?? 0);
      const s2r = (re[i + 2 * leg] ?? 0) + (re[i + 3 * leg] ?? 0);
      const s2i = (im[i + 2 * leg] ?? 0) + (im[i + 3 * leg] ?? 0);
      const d2r = (re[i + 2 * leg] ?? 0) - (re[i + 3 * leg] ?? 0);
      const d2i = (im[i + 2 * leg] ?? 0) - (im[i + 3 * leg] ?? 0);
      const m1r = ar + COS72 * s1r + COS144 * s2r;
      const m1i = ai + COS72 * s1i + COS144 * s2i;
      const m2r = ar + COS144 * s1r + COS72 * s2r;
      const m2i = ai + COS144 * s1i + COS72 * s2i;
      const t1r = SIN72 * d1i + SIN144 * d2i;
      const t1i = -SIN72 * d1r - SIN144 * d2r;
      const t2r = SIN144 * d1i - SIN72 * d2i;
      const t2i = -SIN144 * d1r + SIN72 * d2r;
      outRe[o] = ar + s1r + s2r;
      outIm[o] = ai + s1i + s2i;
      outRe[o + stride] = (m1r + t1r) * w1r - (m1i + t1i) * w1i;
      outIm[o + stride] = (m1r + t1r) * w1i + (m1i + t1i) * w1r;
      outRe[o + 2 * stride] = (m2r + t2r) * w2r - (m2i + t2i) * w2i;
      outIm[o + 2 * stride] = (m2r + t2r) * w2i + (m2i + t2i) * w2r;
      outRe[o + 3 * stride] = (m2r - t2r) * w3r - (m2i - t2i) * w3i;
      outIm[o + 3 * stride] = (m2r - t2r) * w3i + (m2i - t2i) * w3r;
      outRe[o + 4 * stride] = (m1r - t1r) * w4r - (m1i - t1i) * w4i;
      outIm[o + 4 * stride] = (m1r - t1r) * w4i + (m1i - t1i) * w4r;
    }
  }
}
