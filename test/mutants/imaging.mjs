// Known bugs for the steps of kintsugi: the accuracy that is promised fails with each of them.
const at = (file) => `rules/imaging/${file}.ts`;
const sparse = at('sparse-flatfield');
const basic = at('basic-illumination');
const flatfield = at('flatfield');
const tiles = at('match-tiles');
const neighbours = at('match-neighbours');
const peak = at('correlation-peak');
const correlation = at('correlation');
const place = at('place-tiles');
const blend = at('blend-tiles');
const lucy = at('richardson-lucy');
const convolution = at('real-convolution');
const volumes = at('kernels/volume-kernels');
const passes = at('kernels/pass-kernels');
const psf = at('psf');
const measured = at('measured-psf');
const focus = at('focus-projection');
const filters = at('filters');
const register = at('register-images');
const coarse = at('coarse-motion');
const affine = at('affine');
const registrationStep = 'rules/steps/registration.ts';
const deconStep = 'rules/steps/decon.ts';

const mutants = [
  // Illumination.
  [
    'weights of the rest stay equal',
    basic,
    '    reweigh(problem.weights',
    '    void (problem.weights',
  ],
  [
    'cosines of the flatfield cost nothing',
    sparse,
    'const threshold = problem.penalty / step',
    'const threshold = 0 / step',
  ],
  ['the first step knows no scale', sparse, '12.5 / problem.scale', '12.5'],
  [
    'tiles are multiplied by their gain',
    flatfield,
    '(data[i] ?? 0) / Math.max(MIN_GAIN, gain.data[i] ?? 1)',
    '(data[i] ?? 0) * Math.max(MIN_GAIN, gain.data[i] ?? 1)',
  ],
  ['the offset stays in', flatfield, 'value - offset', 'value'],
  // Matching.
  [
    'a shift has the wrong sign',
    correlation,
    'product.im[k] = (ai * br - ar * bi) / 4',
    'product.im[k] = (ar * bi - ai * br) / 4',
  ],
  [
    'no shift below a pixel',
    peak,
    'return { x, y };\n  }\n  return',
    'return start;\n  }\n  return',
  ],
  [
    'the search reaches half as far',
    tiles,
    'from: { x: zero.x - reach, y: zero.y - reach }',
    'from: { x: zero.x - reach / 2, y: zero.y - reach / 2 }',
  ],
  [
    'any likeness is believed',
    neighbours,
    'return mean + 5 * Math.sqrt(variance)',
    'return 0 * mean * variance',
  ],
  [
    'tiles are not whitened',
    correlation,
    'const whitened = laplacian(gaussianBlur(image, 1));',
    'const whitened = { ...image, data: image.data.slice() };',
  ],
  // Placing.
  [
    'least squares without re-weighting',
    place,
    'edge.weight / Math.max(SOFT, residualOf(positions, edge))',
    'edge.weight',
  ],
  [
    'contradicting edges take part',
    place,
    'residualOf(positions, edge) <= tolerance',
    'residualOf(positions, edge) <= 1e9',
  ],
  ['loose tiles are not reported', place, 'group[tile] !== largest', 'group[tile] !== group[tile]'],
  [
    'the prior is as strong as the edges',
    place,
    'const PRIOR_WEIGHT = 1e-4',
    'const PRIOR_WEIGHT = 1',
  ],
  [
    'tiles lie at whole pixels',
    blend,
    'const [inX, inY] = [firstX - corner.x, firstY - corner.y];',
    'const [inX, inY] = [0 * corner.x, 0 * corner.y];',
  ],
  [
    'borders are not feathered',
    blend,
    'return Math.min(1, (Math.min(at, length - 1 - at) + 1) / (feather + 1));',
    'return at < 0 ? 0 : 1 + 0 * length * feather;',
  ],
  // Deconvolution.
  [
    'the transpose does not mirror the point spread',
    lucy,
    '{ mirrored: true }',
    '{ mirrored: false }',
  ],
  [
    'the middle of the point spread is a voxel off',
    convolution,
    'x - (kernel.width >> 1) + width',
    'x - (kernel.width >> 1) + 1 + width',
  ],
  [
    'borders wrap around',
    lucy,
    'return folded < size ? folded : period - 1 - folded;',
    'return folded % size;',
  ],
  ['blocks have no context', lucy, 'const CONTEXT = 3', 'const CONTEXT = 0'],
  [
    'the ratio is upside down',
    volumes,
    'four.divide(\n            four.load(int.add(observed.get, i.get)),\n            four.largest(least.get, four.load(at)),\n          )',
    'four.divide(\n            four.largest(least.get, four.load(at)),\n            four.load(int.add(observed.get, i.get)),\n          )',
  ],
  ['factors of a fourth leg are those of the third', passes, '8 * (radix - 1)', '8 * (radix - 2)'],
  ['the point spread is not of sum 1', psf, 'value / sum', 'value / (1.02 * sum)'],
  [
    'the light is twice as wide',
    psf,
    'const k = (2 * Math.PI) / emissionNm',
    'const k = Math.PI / emissionNm',
  ],
  ['the refractive index is forgotten', psf, 'Math.sqrt(n * n - s * s)', 'Math.sqrt(1.8 - s * s)'],
  [
    'a measured point spread keeps its background',
    measured,
    'Math.max(0, value - background)',
    'Math.max(0, value)',
  ],
  [
    'a measured point spread is not resampled',
    measured,
    'const lateral = to.pixelNm / from.pixelNm',
    'const lateral = 1',
  ],
  [
    'a measured point spread is taken from its corner',
    measured,
    'x: x / total,',
    'x: 0 * x / total + 20,',
  ],
  [
    'imaging: a measured point spread is not used',
    deconStep,
    'if (measured !== undefined)',
    'if (measured !== undefined && depth < 0)',
  ],
  // Extended depth of focus.
  [
    'the variance is not smoothed',
    focus,
    'gaussianBlur(localVariance(plane, radius), sigma)',
    'gaussianBlur(localVariance(plane, radius), 0 * sigma)',
  ],
  [
    'the image is smoothed, not the variance',
    focus,
    'gaussianBlur(localVariance(plane, radius), sigma)',
    'localVariance(gaussianBlur(plane, sigma), radius)',
  ],
  [
    'the least sharp plane is taken',
    focus,
    '(sharpness[i] ?? 0) <= (best[i] ?? 0)',
    '(sharpness[i] ?? 0) >= (best[i] ?? 0)',
  ],
  [
    'the brightest plane is taken',
    focus,
    'gaussianBlur(localVariance(plane, radius), sigma).data',
    'gaussianBlur(plane, 0 * sigma * radius).data',
  ],
  [
    'weights of a blur do not sum to 1',
    filters,
    'total + (i === 0 ? weight : 2 * weight)',
    'total + 2 * weight + 0 * i',
  ],
  // Registration.
  [
    'a rotation turns the other way',
    affine,
    '    xy: -sin,\n    x0: centre.x',
    '    xy: sin,\n    x0: centre.x',
  ],
  [
    'only the last round counts',
    register,
    'composeAffine(motion, agreement.motion)',
    'agreement.motion',
  ],
  [
    'far blocks count like others',
    register,
    'match.weight * (1 - u * u) ** 2 : 0',
    'match.weight : match.weight',
  ],
  [
    'blocks are found to whole pixels',
    register,
    'to: { x: from.x + shift.x, y: from.y + shift.y }',
    'to: { x: from.x + Math.round(shift.x), y: from.y + Math.round(shift.y) }',
  ],
  ['no rotation is tried', coarse, '[0, 0.5, -0.5, 1, -1, 2, -2]', '[0]'],
  ['shifts of shrunken images are not enlarged', coarse, '{ xx: factor, xy: 0,', '{ xx: 1, xy: 0,'],
  [
    'any share of blocks is enough',
    register,
    'if (!(inlierShare >= settings.minInliers))',
    'if (!(inlierShare >= 0 * settings.minInliers))',
  ],
  [
    'any peak is enough',
    register,
    'if (!(peak >= settings.minPeak))',
    'if (!(peak >= -2 + 0 * settings.minPeak))',
  ],
  [
    'imaging: what cannot be registered is copied',
    registrationStep,
    '    throw new Error(`cycle ${cycle} could not be registered: ${reason}`, { cause: error });',
    '    if (reason === "") throw new Error(reason);\n    return { cycle, path, motion: IDENTITY, peak: 1, blockCount: 0, inlierShare: 1, residual: 0 };',
  ],
];

export default mutants.map(([name, file, before, after]) => ({
  name,
  file,
  before,
  after,
  projects: ['imaging'],
}));
