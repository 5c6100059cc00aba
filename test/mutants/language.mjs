// Known bugs for the order between rules, and for what helpers find on disk and in tables.
const choose = 'src/core/graph/choose-match.ts';
const producers = 'src/core/graph/producers.ts';
const sources = 'src/core/graph/free-sources.ts';
const order = 'src/core/rule/rule-order.ts';
const discover = 'src/core/pattern/discover.ts';
const rows = 'src/core/pattern/expand-rows.ts';
const table = 'src/core/table/parse-table.ts';
const index = 'src/core/table/table-index.ts';
const lookup = 'src/lang/look-up.ts';
const grid = 'src/core/pattern/grid-rows.ts';
const point = 'src/lang/row-of-wildcards.ts';

const nested = 'src/core/graph/nested-outputs.ts';
const ambiguity = 'src/core/pattern/constraint-ambiguity.ts';
const select = 'src/core/graph/part/select-values.ts';
const inputs = 'src/core/rule/make-inputs.ts';

const mutants = [
  // Which rule makes a file.
  [
    'asks the wildcards before the order',
    choose,
    'fewestWildcards(order === undefined ? matches : preferred(matches, order))',
    'preferred(fewestWildcards(matches), order)',
  ],
  [
    'prefers the other one',
    choose,
    'order.isPreferred(other.product.rule, product.rule)',
    'order.isPreferred(product.rule, other.product.rule)',
  ],
  ['an order ends at the next rule', order, 'if (!found.has(other)) pending.push(other);', ''],
  [
    'every order falls back',
    order,
    'chains.filter(({ isFallback }) => isFallback)',
    'chains.filter(() => true)',
  ],
  [
    'falls back from what the workflow pinned',
    producers,
    'this.#fallbacks.has(file) && !this.#states.isPinned(file)',
    'this.#fallbacks.has(file)',
  ],
  [
    'gives up a rule whose input can be had from another one',
    sources,
    'return producers.hasFallback(file) || producers.isFreeSource(file);',
    'return false;',
  ],
  [
    'takes orders that contradict one another',
    order,
    "return ring.slice(ring.indexOf(next)).map((rule) => ruleNames[rule] ?? '');",
    'return [];',
  ],
  // What is found on disk.
  [
    'finds hidden names',
    discover,
    "if (name.startsWith('.') && !isDotted(segment)) return false;",
    '',
  ],
  ['finds in the order of the disk', discover, 'paths.toSorted().flatMap', 'paths.flatMap'],
  [
    'a constraint never spans folders',
    discover,
    'return !/[./[\\\\]/u.test(rest);',
    'return rest !== undefined;',
  ],
  [
    'each row counts, however often it is there',
    rows,
    'JSON.stringify(own), own)',
    'String(distinct.size), own)',
  ],
  // Tables and grids.
  [
    'a quote that is doubled ends a field',
    table,
    "if (this.#text[start] !== '\"') break;",
    'break;',
  ],
  [
    'line breaks in quotes count no lines',
    table,
    "this.line += field.split('\\n').length - 1;",
    '',
  ],
  ['values are compared as they are', index, 'String(conditions[name])', 'conditions[name]'],
  ['the first of several rows will do', lookup, 'found.length !== 1', 'found.length < 1'],
  ['a point of a grid may be anywhere', grid, "!value.includes('/')", 'true'],
  [
    'a point is made of texts',
    point,
    "[name, point[place] ?? '']",
    "[name, String(point[place] ?? '')]",
  ],
  [
    'a job may write below its own file',
    nested,
    'owner === job && request.isDirectory(job, outer)',
    'owner === job',
  ],
  ['only the parent is on the way', nested, 'level.depth >= depth', 'level.depth !== depth - 1'],
  ['the empty text may be repeated', ambiguity, 'if (within.emptyWays > 0) return true;', ''],
  [
    'two ways to the same place are one',
    ambiguity,
    'if (one === other && new Set(ways).size < ways.length) return true;',
    '',
  ],
  [
    'characters in common are no ambiguity',
    ambiguity,
    ' || !overlaps(next, otherNext)',
    ' || true',
  ],
  ['short repetitions are endless', ambiguity, 'most * waysOf(part) < MANY_WAYS', 'most < 2'],
  ['a comma always separates values', select, 'count > 1 && !known.has(piece())', 'count > 1'],
  ['an input may not repeat a constraint', inputs, '...draft.output.flatMap', '...[].flatMap'],
];

export default mutants.map(([name, file, before, after]) => ({ name, file, before, after }));
