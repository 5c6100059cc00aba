import { type Code, doubles, int, type Kernel, kernel, type Local, loop } from './assembler.ts';

const PARAMETERS = [
  'stack',
  'weights',
  'rest',
  'multipliers',
  'flatfield',
  'lit',
  'pulls',
  'totals',
  'bytes',
] as const;

/**
 * One image of a step of `fitSparseFlatfield`, on 64-bit numbers. Parameters: addresses of the
 * image in the stack, of its weights, rest and multipliers, of the flatfield, of the sums over images of
 * what is not rest and of the multipliers, of four totals (two for the squared misfit, two for what
 * is not rest), bytes of an image (whole vectors); level, step, and one over the step.
 */
export const splitRest: Kernel = kernel(
  'splitRest',
  [...PARAMETERS.map(() => 'i32' as const), 'f64', 'f64', 'f64'],
  (parameters, local) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as many as there are names
    const named = Object.fromEntries(
      PARAMETERS.map((name, i) => [name, parameters[i]]),
    ) as Readonly<Record<(typeof PARAMETERS)[number], Local>>;
    const [level, step, perStep] = parameters.slice(PARAMETERS.length).map((parameter) => {
      const both = local('v128');
      return { get: both.get, code: both.set(doubles.spread(parameter.get)) };
    });
    if (!level || !step || !perStep) throw new Error('three numbers follow the addresses');
    const i = local('i32');
    const vector = (): Local => local('v128');
    const [value, unexplained, multiplier, bound] = [vector(), vector(), vector(), vector()];
    const [target, left, gap, lit, misfit, sum] = Array.from({ length: 6 }, vector);
    if (!target || !left || !gap || !lit || !misfit || !sum) throw new Error('six were made');
    const { load, add, subtract, multiply } = doubles;
    const at = (array: Local): Code => int.add(array.get, i.get);
    const addTo = (array: Local, more: Code): Code =>
      doubles.store(at(array), add(load(at(array)), more));
    return [
      ...[level, step, perStep].flatMap(({ code }) => code),
      ...misfit.set(load(named.totals.get)),
      ...sum.set(load(named.totals.get, 16)),
      ...loop(i, { from: int.constant(0), end: named.bytes.get, step: int.constant(16) }, [
        ...value.set(load(at(named.stack))),
        ...unexplained.set(subtract(value.get, multiply(level.get, load(at(named.flatfield))))),
        ...multiplier.set(load(at(named.multipliers))),
        ...target.set(add(unexplained.get, multiply(multiplier.get, perStep.get))),
        ...bound.set(multiply(load(at(named.weights)), perStep.get)),
        // What exceeds the bound to either side.
        ...left.set(
          subtract(
            target.get,
            doubles.least(
              doubles.largest(target.get, subtract(doubles.zero, bound.get)),
              bound.get,
            ),
          ),
        ),
        ...gap.set(subtract(unexplained.get, left.get)),
        ...multiplier.set(add(multiplier.get, multiply(step.get, gap.get))),
        ...lit.set(subtract(value.get, left.get)),
        ...doubles.store(at(named.rest), left.get),
        ...doubles.store(at(named.multipliers), multiplier.get),
        ...addTo(named.lit, lit.get),
        ...addTo(named.pulls, multiplier.get),
        ...misfit.set(add(misfit.get, multiply(gap.get, gap.get))),
        ...sum.set(add(sum.get, lit.get)),
      ]),
      ...doubles.store(named.totals.get, misfit.get),
      ...doubles.store(named.totals.get, sum.get, 16),
    ];
  },
);
