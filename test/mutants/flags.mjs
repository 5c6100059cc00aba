// Known bugs in what flags of inputs, outputs and params mean.
const guard = 'src/core/plan/protected-outputs.ts';
const look = 'src/core/plan/output-look.ts';
const contents = 'src/core/plan/content-comparison.ts';
const records = 'src/core/records/records.ts';
const attempts = 'src/core/records/open-attempts.ts';
const columns = 'src/engine/job-columns.ts';
const made = 'src/engine/made-files.ts';
const prepare = 'src/executors/protocol/prepare.ts';
const settle = 'src/executors/protocol/settle.ts';
const verify = 'src/executors/protocol/verify.ts';
const touch = 'src/executors/protocol/touch-outputs.ts';
const job = 'src/core/job/job-of.ts';
const params = 'src/core/job/params-text.ts';
const inputs = 'src/core/rule/make-inputs.ts';
const rule = 'src/core/rule/make-rule.ts';

const EARLY = ['unit', 'property'];
const CONTRACT = ['conformance'];

const mutants = [
  // Protected outputs.
  [
    'plans to overwrite what is protected',
    guard,
    'if (!isInTheWay(draft, file)) continue;',
    'continue;',
  ],
  ['what only may run overwrites for certain', guard, 'MARK.own', 'MARK.mayRun'],
  ['what is not there is protected', guard, 'facts.kind[file] !== FILE_KIND.absent && ', ''],
  [
    'starts although an output is protected',
    prepare,
    'return kept.length > 0',
    'return kept.length < 0',
    CONTRACT,
  ],
  [
    'protects nothing',
    settle,
    'if (isProtected === true && disk',
    'if (isProtected === undefined && disk',
    CONTRACT,
  ],
  // Outputs that may be left out.
  [
    'what was left out is missing',
    look,
    'if (this.#wasLeftOut(job, file, place)) this.#draft.leftOut.add(file);\n    else if',
    'if',
  ],
  ['what was left out may always be', look, '?.isOptional === true;', ' !== undefined;'],
  [
    'takes what was left out for what is still to come',
    records,
    'digest: LEFT_OUT',
    'digest: NO_DIGEST',
  ],
  [
    'keeps the row of what was left out',
    records,
    'for (const path of leftOut) this.#clearFile(path);',
    '',
  ],
  ['an attempt at what was left out stays open', attempts, ', ...(job.leftOut ?? [])', ''],
  [
    'only inputs of final edges may be absent',
    contents,
    ' || this.#optional.has(inputFile[edge] ?? 0)',
    '',
  ],
  ['wakes jobs for what they left out', columns, ' && !this.#leftOut.has(file)', ''],
  ['removes temporary files that were left out', made, 'columns.absent[file] = 1;', ''],
  [
    'what was left out has an unknown content',
    made,
    "made.set(file, 'absent');",
    'made.set(file, undefined);',
  ],
  [
    'every output has to be there',
    verify,
    'else if (isOptional !== true) missing',
    'else missing',
    CONTRACT,
  ],
  // What is touched and ensured.
  ['touches what the command made', touch, ' && disk.lstat(path) === undefined', '', CONTRACT],
  ['touches nothing', settle, 'touchOutputs(expected, tools.disk);', '', CONTRACT],
  ['empty files are something', verify, ': row.size === 0;', ': false;', CONTRACT],
  ['empty folders are something', verify, 'row.manifest?.members.length === 0', 'false', CONTRACT],
  [
    'any content is the right one',
    verify,
    'expected === undefined || actual === expected',
    'expected !== actual || actual === expected',
    CONTRACT,
  ],
  // Inputs and params that count less.
  [
    'the command sees what only has to be there',
    job,
    'if (inputEdge[at] === ORDER_EDGE) hidden',
    'if (inputEdge[at] === undefined) hidden',
  ],
  ['commands may name what they do not see', rule, "({ edge }) => edge !== 'order'", '() => true'],
  ['records what is volatile', params, '({ isVolatile }) => !isVolatile', '() => true'],
  [
    'after any end is after success',
    inputs,
    "isAfterAny && edge === 'data' ? 'final' : edge",
    'edge',
  ],
  [
    'after any end, all inputs may be absent',
    inputs,
    "isAfterAny && edge === 'data'",
    'isAfterAny',
  ],
];

export default mutants.map(([name, file, before, after, projects = EARLY]) => ({
  name,
  file,
  before,
  after,
  projects,
}));
