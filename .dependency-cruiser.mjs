// The rooms of src/, and which room may import which. Reading order is dependency order.
// A new arrow here is an architectural change: it needs a record in docs/adr/.
const MAY_IMPORT = {
  core: [],
  lang: ['core'],
  ports: ['core'],
  script: ['core'],
  engine: ['core', 'ports'],
  executors: ['core', 'ports'],
  adapters: ['core', 'ports'],
  ui: ['core', 'ports'],
  app: ['core', 'lang', 'ports', 'script', 'engine', 'executors', 'adapters', 'ui'],
};

/** To workflow files that the running program imports: docs/adr/0007-code-out-of-v8s-cache.md. */
const GIVES_OUT_THE_PUBLIC_ENTRY = '^src/app/program\\.ts$';

const stayInRoom = Object.entries(MAY_IMPORT).map(([room, others]) => ({
  name: `${room}-imports-only-${others.join('-') || 'itself'}`,
  comment: `src/${room}/ may import ${[room, ...others].join(', ')} and nothing else in src/.`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: GIVES_OUT_THE_PUBLIC_ENTRY },
  to: { path: '^src/', pathNot: `^src/(${[room, ...others].join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...stayInRoom,
    {
      name: 'no-io-in-core-ports-and-engine',
      comment: 'These take facts and return decisions. Reach the machine through a port.',
      severity: 'error',
      from: { path: '^src/(core|engine|ports)/' },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    {
      name: 'no-cycles',
      comment: 'Type-only cycles count too: they are how a type hub starts.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'executors-are-strangers',
      comment:
        'What executors share lies in executors/protocol/, what batch systems share in batch/.',
      severity: 'error',
      from: { path: '^src/executors/([^/]+)/' },
      to: { path: '^src/executors/', pathNot: '^src/executors/($1|protocol|batch)/' },
    },
    {
      name: 'the-protocol-knows-no-executor',
      severity: 'error',
      from: { path: '^src/executors/protocol/' },
      to: { path: '^src/executors/', pathNot: '^src/executors/protocol/' },
    },
    {
      name: 'ways-of-showing-are-strangers',
      comment: 'What the ways of showing share lies in ui/view/.',
      severity: 'error',
      from: { path: '^src/ui/([^/]+)/' },
      to: { path: '^src/ui/', pathNot: '^src/ui/($1|view)/' },
    },
    {
      name: 'workflows-use-the-public-entry',
      comment: 'rules/ and workflows/ are written as users would write them.',
      severity: 'error',
      from: { path: '^(rules|workflows)/' },
      to: { path: '^src/', pathNot: '^src/index\\.ts$' },
    },
    {
      name: 'src-knows-no-tests-and-no-workflows',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|rules|workflows)/' },
    },
    {
      name: 'unit-and-property-tests-need-no-machine',
      comment: 'They run on pure code and rigs, so they are fast and never flaky.',
      severity: 'error',
      from: { path: '^test/(unit|property)/(core|engine|ui|lang)/' },
      to: { path: '^src/(adapters|executors|app)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(test/scenarios/[^/]+/|dist/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs'] },
  },
};
