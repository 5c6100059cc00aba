import {
  type Code,
  four,
  type Floats,
  int,
  type Kernel,
  kernel,
  type Local,
  loop,
  type NewLocal,
  pick,
  single,
} from './assembler.ts';

/**
 * predicted ← observed / max(floor, predicted): parameters observed, predicted, bytes (whole
 * vectors), floor.
 */
export const divideBy: Kernel = kernel(
  'divideBy',
  ['i32', 'i32', 'i32', 'f32'],
  ([observed, predicted, bytes, floor], local) => {
    if (!observed || !predicted || !bytes || !floor) throw new Error('four parameters');
    const [i, least] = [local('i32'), local('v128')];
    const at = int.add(predicted.get, i.get);
    return [
      ...least.set([...floor.get, 0xfd, 0x13]),
      ...everyVector(
        i,
        bytes,
        four.store(
          at,
          four.divide(
            four.load(int.add(observed.get, i.get)),
            four.largest(least.get, four.load(at)),
          ),
        ),
      ),
    ];
  },
);

/** estimate ← estimate · max(0, factors): parameters estimate, factors, bytes (whole vectors). */
export const multiplyBy: Kernel = kernel(
  'multiplyBy',
  ['i32', 'i32', 'i32'],
  ([estimate, factors, bytes], local) => {
    if (!estimate || !factors || !bytes) throw new Error('three parameters');
    const i = local('i32');
    const at = int.add(estimate.get, i.get);
    const factor = four.largest(four.constant(0), four.load(int.add(factors.get, i.get)));
    return everyVector(i, bytes, four.store(at, four.multiply(four.load(at), factor)));
  },
);

function everyVector(i: Local, bytes: Local, body: Code): Code {
  return loop(i, { from: int.constant(0), end: bytes.get, step: int.constant(16) }, body);
}

/** Where the arrays of a product of spectra lie; bytes. */
const PRODUCT_PARAMETERS = [
  'field',
  'fieldIm',
  'even',
  'evenIm',
  'odd',
  'oddIm',
  'shift',
  'shiftIm',
  'row',
  'mirroredRow',
  'half',
  'last',
] as const;

type ProductParameters = Readonly<Record<(typeof PRODUCT_PARAMETERS)[number], Local>>;

/**
 * A row of a packed spectrum and the row mirrored to it, multiplied by a kernel's (or by that of
 * the mirrored kernel): see `real-convolution.ts` for what is computed. `row`, `mirroredRow`, `half`
 * (a row's length) and `last` (the last element that is done, from the first on) are in bytes.
 */
export function productKernel(isMirrored: boolean): Kernel {
  return kernel(
    isMirrored ? 'multiplyMirrored' : 'multiplySpectrum',
    PRODUCT_PARAMETERS.map(() => 'i32'),
    (parameters, local) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as many as there are names
      const named = Object.fromEntries(
        PRODUCT_PARAMETERS.map((name, i) => [name, parameters[i]]),
      ) as ProductParameters;
      const [x, whole] = [local('i32'), local('i32')];
      const { last, half, row, mirroredRow } = named;
      // Element 0 is its own mirror image in the other row; the others run against each other.
      const first = productOf(
        { named, local, floats: single, isMirrored },
        {
          at: row.get,
          mirror: mirroredRow.get,
          x: int.constant(0),
        },
      );
      const mirrorOf = (floats: Floats): Code =>
        int.subtract(
          int.add(mirroredRow.get, half.get),
          int.add(x.get, int.constant(floats.bytes - 4)),
        );
      const pairOf = (floats: Floats): Code =>
        productOf(
          { named, local, floats, isMirrored },
          {
            at: int.add(row.get, x.get),
            mirror: mirrorOf(floats),
            x: x.get,
          },
        );
      // Vectors only between different rows: within one they would overlap in the middle.
      const isPair = [...row.get, ...mirroredRow.get, 0x47];
      return [
        ...first,
        ...whole.set(int.multiply(isPair, int.subtract(last.get, int.constant(11)))),
        ...loop(x, { from: int.constant(4), end: whole.get, step: int.constant(16) }, pairOf(four)),
        ...loop(
          x,
          { from: x.get, end: int.add(last.get, int.constant(1)), step: int.constant(4) },
          pairOf(single),
        ),
      ];
    },
  );
}

interface Product {
  readonly named: ProductParameters;
  readonly local: NewLocal;
  readonly floats: Floats;
  readonly isMirrored: boolean;
}

interface Place {
  /** Bytes into the field. */
  readonly at: Code;
  readonly mirror: Code;
  /** Bytes into the row. */
  readonly x: Code;
}

interface ComplexCode {
  readonly re: Code;
  readonly im: Code;
}

function productOf({ named, local, floats, isMirrored }: Product, place: Place): Code {
  const code: number[] = [];
  const keepAs = (type: 'i32' | Floats['type'], value: Code): Code => {
    const kept = local(type);
    code.push(...kept.set(value));
    return kept.get;
  };
  const keep = ({ re, im }: ComplexCode): ComplexCode => ({
    re: keepAs(floats.type, re),
    im: keepAs(floats.type, im),
  });
  const turn = (value: Code): Code => {
    if (floats === single) return value;
    const kept = keepAs('v128', value);
    return pick(kept, kept, [3, 2, 1, 0]);
  };
  const at = keepAs('i32', place.at);
  const mirror = keepAs('i32', place.mirror);
  const x = keepAs('i32', place.x);
  const load = (re: Local, im: Local, offset: Code): ComplexCode =>
    keep({ re: floats.load(int.add(re.get, offset)), im: floats.load(int.add(im.get, offset)) });
  const { add, subtract, multiply } = floats;
  const half = floats.constant(0.5);
  const here = load(named.field, named.fieldIm, at);
  const there = load(named.field, named.fieldIm, mirror);
  const [mirroredRe, mirroredIm] = [turn(there.re), turn(there.im)];
  const even = keep({
    re: multiply(half, add(here.re, mirroredRe)),
    im: multiply(half, subtract(here.im, mirroredIm)),
  });
  const odd = keep({
    re: multiply(half, add(here.im, mirroredIm)),
    im: multiply(half, subtract(mirroredRe, here.re)),
  });
  // The mirrored kernel's spectra are the conjugates.
  const conjugate = ({ re, im }: ComplexCode): ComplexCode =>
    isMirrored ? keep({ re, im: subtract(floats.constant(0), im) }) : { re, im };
  const kernelEven = conjugate(load(named.even, named.evenIm, at));
  const kernelOdd = conjugate(load(named.odd, named.oddIm, at));
  const shift = conjugate(load(named.shift, named.shiftIm, x));
  const product = (a: ComplexCode, b: ComplexCode): ComplexCode => ({
    re: subtract(multiply(a.re, b.re), multiply(a.im, b.im)),
    im: add(multiply(a.re, b.im), multiply(a.im, b.re)),
  });
  const sum = (a: ComplexCode, b: ComplexCode): ComplexCode =>
    keep({ re: add(a.re, b.re), im: add(a.im, b.im) });
  const shifted = keep(product(kernelOdd, shift));
  const [toEven, toOdd] = isMirrored ? [kernelOdd, shifted] : [shifted, kernelOdd];
  const evenOut = sum(product(kernelEven, even), product(toEven, odd));
  const oddOut = sum(product(kernelEven, odd), product(toOdd, even));
  const store = (base: Local, offset: Code, value: Code): Code =>
    floats.store(int.add(base.get, offset), value);
  const mirroredOutRe = turn(add(evenOut.re, oddOut.im));
  const mirroredOutIm = turn(subtract(oddOut.re, evenOut.im));
  return [
    ...code,
    ...store(named.field, at, subtract(evenOut.re, oddOut.im)),
    ...store(named.fieldIm, at, add(evenOut.im, oddOut.re)),
    ...store(named.field, mirror, mirroredOutRe),
    ...store(named.fieldIm, mirror, mirroredOutIm),
  ];
}
