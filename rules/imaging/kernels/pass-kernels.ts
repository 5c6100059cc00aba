import {
  type Code,
  four,
  int,
  type Kernel,
  kernel,
  type Local,
  loop,
  type NewLocal,
} from './assembler.ts';

/** Bytes from the real to the imaginary parts of a line of the workspace. */
export const PART_BYTES = 1 << 18;

/** Radices of the passes, dearest last. */
export const RADICES = [4, 2, 3, 5] as const;

/**
 * One pass of a Stockham transform (Cochran et al., What is the fast Fourier transform?, Proc. IEEE
 * 55, 1967) on many lines at once: parameters count, stride, twiddles, from, to. `count` butterflies, each for
 * `stride` bytes of neighbouring numbers; leg j of butterfly k is multiplied by the complex
 * number j − 1 of the k-th row of twiddles. In the last pass there is one butterfly, and no twiddle.
 */
export function passKernel(radix: (typeof RADICES)[number], isLast: boolean): Kernel {
  const name = `pass${radix}${isLast ? 'Last' : ''}`;
  return kernel(name, ['i32', 'i32', 'i32', 'i32', 'i32'], (parameters, local) => {
    const [count, stride, twiddles, from, to] = five(parameters);
    const [k, end, leg] = [local('i32'), local('i32'), local('i32')];
    const [input, output, step] = [local('i32'), local('i32'), local('i32')];
    const inputs = Array.from({ length: radix }, () => local('i32'));
    const factors = Array.from({ length: isLast ? 0 : radix - 1 }, () => complexLocal(local));
    const points = Array.from({ length: radix }, () => complexLocal(local));
    const legs = butterfly(points, local);
    const addresses: Code = inputs.flatMap((address, j) =>
      address.set(j === 0 ? input.get : int.add((inputs[j - 1] ?? address).get, leg.get)),
    );
    const loads: Code = points.flatMap(({ re, im }, j) => [
      ...re.set(four.load((inputs[j] ?? input).get)),
      ...im.set(four.load((inputs[j] ?? input).get, PART_BYTES)),
    ]);
    const at = local('i32');
    const stores: Code = legs.values.flatMap((value, j) => [
      ...at.set(j === 0 ? output.get : int.add(at.get, stride.get)),
      ...storeLeg(at, value, factors[j - 1]),
    ]);
    const inner = loop(
      input,
      {
        from: int.add(from.get, int.multiply(k.get, stride.get)),
        end: end.get,
        step: int.constant(16),
      },
      [
        ...addresses,
        ...loads,
        ...legs.code,
        ...stores,
        ...output.set(int.add(output.get, int.constant(16))),
      ],
    );
    return [
      ...leg.set(int.multiply(count.get, stride.get)),
      ...output.set(to.get),
      ...step.set(int.multiply(stride.get, int.constant(radix - 1))),
      ...loop(k, { from: int.constant(0), end: count.get, step: int.constant(1) }, [
        ...factors.flatMap(({ re, im }, j) => [
          ...re.set(four.spread(twiddles.get, 8 * j)),
          ...im.set(four.spread(twiddles.get, 8 * j + 4)),
        ]),
        ...twiddles.set(int.add(twiddles.get, int.constant(8 * (radix - 1)))),
        ...end.set(int.add(from.get, int.multiply(int.add(k.get, int.constant(1)), stride.get))),
        ...inner,
        ...output.set(int.add(output.get, step.get)),
      ]),
    ];
  });
}

interface ComplexLocal {
  readonly re: Local;
  readonly im: Local;
}

interface ComplexCode {
  readonly re: Code;
  readonly im: Code;
}

function complexLocal(local: NewLocal): ComplexLocal {
  return { re: local('v128'), im: local('v128') };
}

function five(locals: readonly Local[]): [Local, Local, Local, Local, Local] {
  const [a, b, c, d, e] = locals;
  if (!a || !b || !c || !d || !e) throw new Error('five parameters were declared');
  return [a, b, c, d, e];
}

function storeLeg(at: Local, { re, im }: ComplexCode, factor: ComplexLocal | undefined): Code {
  if (factor === undefined) {
    return [...four.store(at.get, re), ...four.store(at.get, im, PART_BYTES)];
  }
  const [wr, wi] = [factor.re.get, factor.im.get];
  return [
    ...four.store(at.get, four.subtract(four.multiply(re, wr), four.multiply(im, wi))),
    ...four.store(at.get, four.add(four.multiply(re, wi), four.multiply(im, wr)), PART_BYTES),
  ];
}

interface Butterfly {
  /** Sets what the values need. */
  readonly code: Code;
  /** Cheap expressions: each is evaluated twice. */
  readonly values: readonly ComplexCode[];
}

/** The transform of 2, 3, 4 or 5 points. */
function butterfly(points: readonly ComplexLocal[], local: NewLocal): Butterfly {
  if (points.length === 2) return butterfly2(points, local);
  if (points.length === 3) return butterfly3(points, local);
  return points.length === 4 ? butterfly4(points, local) : butterfly5(points, local);
}

/** Keeps expressions in local variables. */
function keeper(local: NewLocal): { code: number[]; keep: (value: ComplexCode) => ComplexCode } {
  const code: number[] = [];
  const keep = ({ re, im }: ComplexCode): ComplexCode => {
    const kept = complexLocal(local);
    code.push(...kept.re.set(re), ...kept.im.set(im));
    return { re: kept.re.get, im: kept.im.get };
  };
  return { code, keep };
}

function plus(a: ComplexCode, b: ComplexCode): ComplexCode {
  return { re: four.add(a.re, b.re), im: four.add(a.im, b.im) };
}

function minus(a: ComplexCode, b: ComplexCode): ComplexCode {
  return { re: four.subtract(a.re, b.re), im: four.subtract(a.im, b.im) };
}

function times(a: ComplexCode, factor: number): ComplexCode {
  const by = four.constant(factor);
  return { re: four.multiply(a.re, by), im: four.multiply(a.im, by) };
}

/** a − i·b and a + i·b. */
function minusTurned(a: ComplexCode, b: ComplexCode): ComplexCode {
  return { re: four.add(a.re, b.im), im: four.subtract(a.im, b.re) };
}

function plusTurned(a: ComplexCode, b: ComplexCode): ComplexCode {
  return { re: four.subtract(a.re, b.im), im: four.add(a.im, b.re) };
}

function values(points: readonly ComplexLocal[]): ComplexCode[] {
  return points.map(({ re, im }) => ({ re: re.get, im: im.get }));
}

const NONE: ComplexCode = { re: [], im: [] };

function butterfly2(points: readonly ComplexLocal[], local: NewLocal): Butterfly {
  const [a = NONE, b = NONE] = values(points);
  const { code, keep } = keeper(local);
  const legs = [plus(a, b), minus(a, b)].map(keep);
  return { code, values: legs };
}

function butterfly3(points: readonly ComplexLocal[], local: NewLocal): Butterfly {
  const [a = NONE, b = NONE, c = NONE] = values(points);
  const { code, keep } = keeper(local);
  const sum = keep(plus(b, c));
  const middle = keep(minus(a, times(sum, 0.5)));
  const turned = keep(times(minus(b, c), Math.sqrt(3) / 2));
  const legs = [plus(a, sum), minusTurned(middle, turned), plusTurned(middle, turned)].map(keep);
  return { code, values: legs };
}

function butterfly4(points: readonly ComplexLocal[], local: NewLocal): Butterfly {
  const [a = NONE, b = NONE, c = NONE, d = NONE] = values(points);
  const { code, keep } = keeper(local);
  const p = keep(plus(a, c));
  const m = keep(minus(a, c));
  const s = keep(plus(b, d));
  const t = keep(minus(b, d));
  const legs = [plus(p, s), minusTurned(m, t), minus(p, s), plusTurned(m, t)].map(keep);
  return { code, values: legs };
}

function butterfly5(points: readonly ComplexLocal[], local: NewLocal): Butterfly {
  const [a = NONE, b = NONE, c = NONE, d = NONE, e = NONE] = values(points);
  const { code, keep } = keeper(local);
  const [cos1, cos2] = [Math.cos((2 * Math.PI) / 5), Math.cos((4 * Math.PI) / 5)];
  const [sin1, sin2] = [Math.sin((2 * Math.PI) / 5), Math.sin((4 * Math.PI) / 5)];
  const outer = keep(plus(b, e));
  const inner = keep(plus(c, d));
  const far = keep(minus(b, e));
  const near = keep(minus(c, d));
  const m1 = keep(plus(a, plus(times(outer, cos1), times(inner, cos2))));
  const m2 = keep(plus(a, plus(times(outer, cos2), times(inner, cos1))));
  const t1 = keep(plus(times(far, sin1), times(near, sin2)));
  const t2 = keep(minus(times(far, sin2), times(near, sin1)));
  const legs = [
    plus(a, plus(outer, inner)),
    minusTurned(m1, t1),
    minusTurned(m2, t2),
    plusTurned(m2, t2),
    plusTurned(m1, t1),
  ].map(keep);
  return { code, values: legs };
}
