// Known bugs for the planner.
const finder = 'src/core/plan/find-own-reasons.ts';
const look = 'src/core/plan/output-look.ts';
const contents = 'src/core/plan/content-comparison.ts';
const records = 'src/core/plan/record-comparison.ts';
const texts = 'src/core/plan/known-text.ts';
const forced = 'src/core/plan/forced-jobs.ts';
const uses = 'src/core/plan/file-uses.ts';
const demand = 'src/core/plan/demand-temps.ts';
const finish = 'src/core/plan/finish-plan.ts';
const changes = 'src/core/plan/input-changes.ts';
const params = 'src/core/plan/changed-params.ts';
const lists = 'src/core/plan/inputs-changed.ts';
const until = 'src/core/graph/part/part-until.ts';
const without = 'src/core/graph/part/part-without.ts';
const only = 'src/core/graph/part/part-only.ts';
const part = 'src/core/graph/part/graph-part.ts';

const mutants = [
  // What is there.
  ['a torn directory is whole', look, ' || facts.isTorn[file] === 1) {', ') {'],
  ['every missing output is needed', look, 'else if (!uses.isRead(file)) return;', ''],
  [
    'a missing target may be a removed temp',
    look,
    'if (uses.isAsked(file)) this.missing.push(file);\n    else if',
    'if',
  ],
  [
    'a temp without a record was removed',
    look,
    'const isKnown = records.rowOf(file) !== NO_ROW && records',
    'const isKnown = records',
  ],
  [
    'a temp that is being made was removed',
    look,
    'return isKnown && !records.isOpen(file);',
    'return isKnown;',
  ],
  [
    'every removed output was temporary',
    look,
    'this.#tempPlacesOf(rule).has(place)',
    'this.#tempPlacesOf(rule).size >= 0',
  ],
  [
    'files in a removed directory are missing',
    look,
    '!uses.isAsked(file) && this.#wentWithTemp(job, file)',
    'false',
  ],
  [
    'what was in a removed directory is never missing',
    look,
    '!uses.isAsked(file) && this.#wentWithTemp(job, file)',
    'this.#wentWithTemp(job, file)',
  ],
  [
    'missing files in directories are not made',
    look,
    'if (input.facts.kind[file] !== FILE_KIND.absent) return;',
    'return;',
  ],
  ['readers of files in directories are not told', demand, 'of uses.products(job)) {', 'of [])  {'],
  [
    'a target rule asks for nothing',
    uses,
    'rules.map((rule) => rule.run === undefined)',
    'rules.map(() => false)',
  ],
  ['targets are not asked for', uses, 'for (const file of graph.targetFiles) asked[file] = 1;', ''],
  [
    'an open attempt is no reason',
    finder,
    'if (open !== NO_FILE) this.#found',
    'if (open < NO_FILE) this.#found',
  ],
  [
    'half-written outputs are edited',
    look,
    'if (this.open !== NO_FILE && this',
    'if (this.open < NO_FILE && this',
  ],

  // Age and content.
  [
    'equal times are newer',
    contents,
    'return this.#mtimeMs(file) > this.#mtimeMs(than);',
    'return this.#mtimeMs(file) >= this.#mtimeMs(than);',
  ],
  [
    'the youngest output counts',
    look,
    '(mtimeMs[file] ?? 0) < (mtimeMs[this.oldest] ?? 0)',
    '(mtimeMs[file] ?? 0) > (mtimeMs[this.oldest] ?? 0)',
  ],
  [
    'order edges have content',
    contents,
    'return kind !== ORDER_EDGE && kind !== ANCIENT_EDGE;',
    'return kind !== ANCIENT_EDGE;',
  ],
  [
    'ancient edges have content',
    contents,
    'return kind !== ORDER_EDGE && kind !== ANCIENT_EDGE;',
    'return kind !== ORDER_EDGE;',
  ],
  [
    'final edges have no content',
    contents,
    'return kind !== ORDER_EDGE && kind !== ANCIENT_EDGE;',
    'return kind === 0;',
  ],
  [
    'absent inputs are always a change',
    contents,
    'return !(now.isAbsent && recorded === NO_DIGEST && this.#mayBeAbsent(edge));',
    'return true;',
  ],
  [
    'unknown contents are the same',
    contents,
    'return !(now.isAbsent && recorded === NO_DIGEST && this.#mayBeAbsent(edge));',
    'return recorded !== NO_DIGEST;',
  ],
  ['a removed temp stands for nothing', contents, 'return stoodFor?.digest ?? this', 'return this'],
  [
    'a removed temp has no age',
    contents,
    'if (stoodFor !== undefined) return stoodFor.mtimeMs;',
    '',
  ],
  [
    'mtime cannot be switched off',
    contents,
    "this.isOn = input.triggers.has('mtime');",
    'this.isOn = true;',
  ],
  [
    'what will be made again is compared',
    records,
    ' || this.#isRemade(edge)) continue;',
    ') continue;',
  ],
  [
    'what will be made again has an age',
    finder,
    'if (told.has(file) || this.#isRemade(edge)) continue;',
    'if (told.has(file)) continue;',
  ],

  // Records.
  [
    'inputs in another order are the same',
    records,
    'if (records.inputAt(row, place) !== graph.inputFile[start + place]) return false;',
    '',
  ],
  [
    'names of inputs do not count',
    records,
    'hasSameFiles && this.#hasSameShape(job, row)',
    'hasSameFiles',
  ],
  [
    'the input trigger cannot be switched off',
    records,
    "if (this.#input.triggers.has('input') && !",
    'if (!',
  ],
  [
    'contents are compared by place',
    records,
    'hasSameFiles ? undefined : this.#placesIn(row)',
    'undefined',
  ],
  [
    'the code trigger cannot be switched off',
    records,
    "if (triggers.has('code')) {",
    'if (row >= 0) {',
  ],
  ['params do not count', records, "if (triggers.has('params')) {", 'if (row < 0) {'],
  [
    'the environment does not count',
    records,
    "if (triggers.has('software-env')) {",
    'if (row < 0) {',
  ],
  [
    'all jobs of a rule have the params of the first',
    records,
    'return first.text === params ? first.isAt(old) : records.text(old) === params;',
    'return first.isAt(old);',
  ],
  [
    'an unequal text becomes the equal one',
    texts,
    'if (isEqual) this.#equal = id;',
    'this.#equal = id;',
  ],
  [
    'only the first record is compared',
    finder,
    'for (const other of moreRows) {',
    'for (const other of []) {',
  ],
  ['outputs are compared by place', look, 'return this.#places.get(file) ?? 0;', 'return guess;'],
  [
    'params in another order are told by nothing',
    params,
    'if (changes.length > 0) return changes;',
    'return changes;',
  ],
  ['lists of one look like single paths', lists, "isTellingLists && isList ? '[]' : ''", "''"],

  // Forced, held, conditional.
  [
    '-f forces everything',
    forced,
    "if (targets && this.#makesTarget(job)) return 'force';",
    "if (targets) return 'force';",
  ],
  [
    '-R of a file does nothing',
    forced,
    'if (files.size > 0 && this',
    'if (files.size > 99 && this',
  ],
  [
    'edited outputs are overwritten',
    finder,
    'const isHeld = !isForced && outputs.edited.length > 0;',
    'const isHeld = false;',
  ],
  [
    '-R does not overwrite',
    finder,
    'const isHeld = !isForced && outputs.edited.length > 0;',
    'const isHeld = outputs.edited.length > 0;',
  ],
  [
    'a held job counts as running',
    finder,
    'isHeld ? MARK.held : MARK',
    'isHeld ? MARK.held | MARK.mayRun : MARK',
  ],
  [
    'a held job that is needed is no error',
    finder,
    'if (isHeld && outputs.missing.length > 0) stuck',
    'if (job < 0) stuck',
  ],
  ['a remade input is no reason', finder, 'if (mayBeRemade) this.#mark(job, MARK.mayRun);', ''],
  ['adopts what an input is newer than', finder, 'isOurs && this.#isCurrent(job)', 'isOurs'],
  [
    'adopts without all outputs',
    finder,
    'outputs.isWhole && outputs.edited.length === 0',
    'outputs.edited.length === 0',
  ],
  [
    'adopts what was edited',
    finder,
    'outputs.isWhole && outputs.edited.length === 0',
    'outputs.isWhole',
  ],
  [
    'adopts what is in motion',
    finish,
    'draft.adopted.filter((job) => isAtRest(draft, verdict, job))',
    'draft.adopted',
  ],

  // Removed temporary files.
  [
    'a job that runs needs no temp',
    demand,
    'if (!removedTemps.has(file)) continue;',
    'if (file >= 0) continue;',
  ],
  ['makers of makers are not needed', demand, 'if (isWoken) woken.push(maker);', ''],
  [
    'a conditional reader runs the maker',
    demand,
    'isCertain ? needMaker(draft, maker, file) : mayNeedMaker(draft, maker)',
    'needMaker(draft, maker, file)',
  ],
  ['other readers are not told', demand, 'if (mayRun(draft, reader)) woken.push(reader);', ''],
  ['a held job is told', demand, 'MARK.held | MARK.neverRuns)) !== 0', 'MARK.neverRuns)) !== 0'],
  [
    'an edited maker brings a temp back',
    demand,
    'const isHeld = draft.isEdited[maker] === 1 && (marks & MARK.own) === 0;',
    'const isHeld = marks < 0;',
  ],
  [
    'every maker that may be needed sleeps',
    finish,
    "return isWaiting.done === true ? 'dormant' : 'conditional';",
    "return 'dormant';",
  ],
  [
    'a sleeping job is conditional',
    finish,
    "return isWaiting.done === true ? 'dormant' : 'conditional';",
    "return 'conditional';",
  ],
  [
    'a temp that is needed is told as one that may be',
    demand,
    'if (demand.get(file) === DEMAND.certain) return;',
    '',
  ],

  // While the plan is carried out.
  [
    'what was made again is never a change',
    changes,
    'if (!this.#contents.differs(edge, recorded, now)) return undefined;',
    'return undefined;',
  ],
  [
    'a maker that did not run leaves no change',
    changes,
    'this.#change(edge, recorded, made ?? found)',
    'made && this.#change(edge, recorded, made)',
  ],
  [
    'without a record age is forgotten',
    changes,
    'return change ?? this.#ageReason(file, oldest);',
    'return change;',
  ],
  [
    'without a record contents are forgotten',
    changes,
    'return change ?? this.#ageReason(file, oldest);',
    'return this.#ageReason(file, oldest);',
  ],
  [
    'the youngest output counts while running',
    changes,
    'oldest === NO_FILE || this.#contents.isNewer(oldest, output) ? output : oldest',
    'output',
  ],
  [
    'an absent file is unknown',
    changes,
    "if (digest === 'absent') return ABSENT;",
    "if (digest === 'absent') return UNKNOWN;",
  ],
  [
    'the last content answers for all',
    changes,
    'if (digest !== this.#lastDigest) {',
    "if (this.#lastDigest === '') {",
  ],
  [
    'only the first record is asked',
    changes,
    'if (row === NO_ROW || row === last) continue;',
    'if (row === NO_ROW || last !== NO_ROW) continue;',
  ],
  [
    'the first reader answers for all',
    changes,
    'if ((readers.job[middle] ?? 0) < job) low = middle + 1;\n      else high = middle;',
    'high = middle;',
  ],
  // Parts of a graph.
  [
    'until a rule forgets what it needs',
    until,
    'for (const maker of makersOf(graph, job)) isKept[maker] = 1;',
    '',
  ],
  [
    'until a rule asks for all that is read',
    until,
    'if (maker !== NO_JOB && isNamed[maker] === 1) asked.add(file);',
    'if (maker !== NO_JOB && isKept[maker] === 1) asked.add(file);',
  ],
  [
    'omitting spares what needs the omitted',
    without,
    'if (isLeftOut[maker] === 1) isLeftOut[job] = 1;',
    '',
  ],
  [
    'a file that is there does not stand for its maker',
    only,
    'choice[maker] !== CHOICE.able && !isThere(file)',
    'choice[maker] !== CHOICE.able',
  ],
  [
    'a missing file that may be absent leaves its reader out',
    only,
    'maker === NO_JOB || graph.inputEdge[edge] === FINAL_EDGE',
    'maker === NO_JOB',
  ],
  [
    'one selected wildcard is enough',
    only,
    'its.every(({ place, values }) =>',
    'its.some(({ place, values }) =>',
  ],
  [
    'what only others need is made',
    only,
    'isKept: neededFor(graph, targets, able)',
    'isKept: able',
  ],
  [
    'files keep the makers that left',
    part,
    'producer: graph.producer.map(idOf)',
    'producer: graph.producer',
  ],
];

export default mutants.map(([name, file, before, after]) => ({
  name,
  file,
  before,
  after,
  projects: ['unit', 'property'],
}));
