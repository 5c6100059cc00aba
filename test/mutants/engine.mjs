// Known bugs for the engine and the structures that it schedules with.
const machine = 'src/engine/machine.ts';
const wave = 'src/engine/wave.ts';
const looks = 'src/engine/input-looks.ts';
const columns = 'src/engine/job-columns.ts';
const queues = 'src/engine/ready-queues.ts';
const order = 'src/engine/ready-order.ts';
const attempts = 'src/engine/attempts.ts';
const endings = 'src/engine/attempt-endings.ts';
const retries = 'src/engine/retry-policy.ts';
const temps = 'src/engine/temp-files.ts';
const carrier = 'src/engine/effect-carrier.ts';
const loop = 'src/engine/run-plan.ts';
const pool = 'src/core/schedule/resource-pool.ts';
const leases = 'src/core/schedule/gpu-leases.ts';

const EARLY = ['unit', 'property'];
const ALL = ['unit', 'property', 'faults'];

const mutants = [
  // What it waits for.
  [
    'never lowers a need',
    wave,
    'const need = (this.#columns.need[job] ?? 0) - 1;',
    'const need = this.#columns.need[job] ?? 0;',
  ],
  [
    'starts a job with unmet needs',
    wave,
    'if (state[job] === STATE.waiting && need[job] === 0) this',
    'if (state[job] === STATE.waiting) this',
  ],
  [
    'forgets makers that may be pruned',
    columns,
    'if (maker !== NO_JOB && isOpen(this.state[maker] ?? 0)) need += 1;',
    'if (maker !== NO_JOB && this.state[maker] === STATE.waiting) need += 1;',
  ],
  [
    'a called job does not wait for its readers',
    wave,
    'if (state[user] !== STATE.running) return;',
    'return;',
  ],
  [
    'readers that end are not told',
    wave,
    'for (const waiting of this.#behind.get(job) ?? []) this.#lowerNeed(waiting);',
    '',
  ],
  [
    'a ready job does not go back to wait',
    wave,
    'if (state[user] === STATE.ready) this.#host.setState(user, STATE.waiting);',
    '',
  ],

  // Early cut-off.
  [
    'changes travel along order edges',
    columns,
    'return edge === DATA_EDGE || edge === FINAL_EDGE;',
    'return edge <= FINAL_EDGE;',
  ],
  [
    'a kept input is no reason',
    wave,
    'this.#callFor(user, this.#host.changes.ofKept(user, file));\n    }\n  }',
    '}\n  }',
  ],
  [
    'a digest that comes late is not compared',
    wave,
    'this.#callFor(user, this.#host.changes.ofRemade(user, file, digest));\n      this.#met',
    'this.#met',
  ],
  ['prunes before the digest is known', looks, ' && awaited[job] === 0', ''],
  [
    'prunes what a sleeping job could change',
    wave,
    'if (dormantInputs(this.#columns, job).length > 0) this.#parked.push(job);\n    else this.#prune(job);',
    'this.#prune(job);',
  ],
  ['an edited job is overwritten', wave, 'if (this.#host.isEdited(job)) {', 'if (job < 0) {'],
  [
    'a removed file is not brought back',
    wave,
    'if (isAsleep && this.#columns.isAbsent(at)) this.#callForTemp(maker, file);',
    '',
  ],
  [
    'a pruned job that is needed stays pruned',
    wave,
    'if (isDefinite(state)) this.#callForTemp(job, this.#columns.inputFile(at));',
    '',
  ],
  [
    'a job that could be called is pruned for good',
    wave,
    'isAsked ||= state === STATE.undecided || state === STATE.dormant;',
    '',
  ],

  // Failure.
  [
    'a final edge skips',
    looks,
    'return isBroken(state) && columns.inputEdge(at) !== FINAL_EDGE;',
    'return isBroken(state);',
  ],
  [
    'skips direct users only',
    wave,
    'this.#host.onSkipped(job, need);\n    this.close(job);',
    'this.#host.onSkipped(job, need);',
  ],
  [
    'a held maker does not hold up who needs its file',
    looks,
    'if (state === STATE.held) return columns.isAbsent(at);',
    '',
  ],
  [
    'goes on after a failure without being asked',
    machine,
    'if (!limits.isKeepGoing) this.#stopAt(STOP.draining);',
    '',
  ],
  [
    'stops after a failure although told to go on',
    machine,
    'if (!limits.isKeepGoing) this',
    'this',
  ],

  // Another attempt.
  ['one retry too many', retries, '< retries ? {', '<= retries ? {'],
  ['a budget is never spent', attempts, 'this.#retries.spend(job, retry.cause);', ''],
  [
    'the run overrules the rule',
    retries,
    'rule?.retries ?? this.#budgets.retries',
    'this.#budgets.retries',
  ],
  [
    'starts a job beside one that may be alive',
    retries,
    "return outcome.isDead ? 'node' : undefined;",
    "return 'node';",
  ],
  ['closes the attempt of a job that may be alive', endings, 'if (!mayBeAlive) this', 'this'],
  [
    'tries again while it stops',
    endings,
    'this.#host.isStopped() ? NO_MORE : attempts.next(job, outcome)',
    'attempts.next(job, outcome)',
  ],
  [
    'hears stale attempts',
    endings,
    'const attempt = this.end(token);\n    if (attempt === undefined) return;\n    if (outcome',
    'const attempt = this.end(token) ?? this.#parts.attempts.running[0];\n    if (attempt === undefined) return;\n    if (outcome',
  ],
  ['pauses do not grow', retries, '* 2 ** spent', ''],
  [
    'asks for too much at a later attempt',
    attempts,
    'if (problems.length > 0) return { retry: undefined, problems };',
    '',
  ],

  // Resources and order.
  [
    'cores off by one',
    pool,
    'if (amount > (this.#free[index] ?? 0)) return false;',
    'if (amount > (this.#free[index] ?? 0) + 10_000) return false;',
  ],
  ['never gives anything back', attempts, 'this.#pools.giveBack(attempt.lease);', ''],
  [
    'a share is taken of a card that lacks it',
    leases,
    'if (free >= units && (this.#freeMib[card] ?? 0) >= memMib) roomy.push(card);',
    'if (free > 0 && (this.#freeMib[card] ?? 0) >= memMib) roomy.push(card);',
  ],
  [
    'a job gets fewer cards than it asks for',
    leases,
    'if (roomy.length < count) return undefined;',
    'if (roomy.length === 0) return undefined;',
  ],
  [
    'shares are spread over cards',
    leases,
    'const sign = this.#isShared ? -1 : 1;',
    'const sign = this.#isShared ? 1 : -1;',
  ],
  [
    'the memory of cards is not counted',
    leases,
    'this.#freeMib[card] = (this.#freeMib[card] ?? 0) + sign * memMib;',
    '',
  ],
  [
    'one kill for want of memory explains two jobs',
    'src/executors/local/oom-kills.ts',
    'this.#claimCount += 1;',
    '',
  ],
  [
    'temporary folders are lent again as they are',
    'src/executors/local/temp-folders.ts',
    'if (names.length > 0) {',
    'if (names.length > 99) {',
  ],
  [
    'what left the group of a job is not counted',
    'src/executors/local/usage/job-members.ts',
    'at = byPid.get(at.parent)',
    'at = undefined',
  ],
  [
    'a job that waits is told no holders',
    'src/engine/wait-reasons.ts',
    '.filter(({ amount }) => amount > 0)',
    '.filter(({ amount }) => amount < 0)',
  ],
  ['a big job starves', queues, 'const PATIENCE = 16;', 'const PATIENCE = 1e9;'],
  ['a big job blocks small ones', queues, 'if (passed.length === LOOK_AHEAD) break;', 'break;'],
  [
    'waiting for a card idles the cores',
    pool,
    'if (this.#leases.find(first.gpus) === undefined) return true;',
    'if (this.#leases.find(first.gpus) === undefined) return false;',
  ],
  [
    'priorities are turned round',
    order,
    'if (byPriority !== 0) return byPriority < 0;',
    'if (byPriority !== 0) return byPriority > 0;',
  ],
  [
    'the short way first',
    order,
    'return byPath === 0 ? a < b : byPath < 0;',
    'return byPath === 0 ? a < b : byPath > 0;',
  ],
  [
    'a head that left hides its queue',
    queues,
    'this.#showHead(index);\n    return false;',
    'return false;',
  ],

  // Temporary files.
  [
    'a temporary file goes while it is read',
    temps,
    'else if (!isDone(columns.state[job] ?? 0) || adopted.has(job)) this.#holdInputs(job);',
    '',
  ],
  [
    'an edited temporary file goes',
    temps,
    '[graph.targetFiles, plan.edited, tempHolds]',
    '[graph.targetFiles, tempHolds]',
  ],
  [
    'a target goes',
    temps,
    '[graph.targetFiles, plan.edited, tempHolds]',
    '[plan.edited, tempHolds]',
  ],
  [
    'a temporary file goes before its digest is known',
    endings,
    'for (const file of pending) temps.hold(file);',
    '',
  ],
  ['removes what a stopped run will need', machine, ' && !(wasDormant && this.#isStopped)', ''],

  ['a file of a person goes', temps, 'this.#foreign.add(file);\n      this.hold(file);', ''],
  [
    'a file that is only being adopted goes',
    temps,
    ' || adopted.has(job)) this.#holdInputs',
    ') this.#holdInputs',
  ],

  // Giving up.
  [
    'starts jobs after a signal',
    machine,
    'if (this.#isStopped) {\n      this.#wave.drop();\n      return;\n    }',
    '',
  ],
  [
    'the second signal is the first again',
    machine,
    "how: stop === STOP.gently ? 'gently' : 'at-once'",
    "how: 'gently'",
  ],

  // The loop.
  [
    'launches what is not in the journal',
    carrier,
    '      this.#launch(launches);\n    }',
    '    }\n    this.#launch(launches);',
    ALL,
  ],
  [
    'forgets what ended when the disk is full',
    carrier,
    'if (error !== undefined && intents.length > 0) this.#append(facts);',
    '',
    ALL,
  ],
  [
    'takes a late digest of another file',
    loop,
    'const isIt = row !== undefined && isSame;',
    'const isIt = row !== undefined;',
    ALL,
  ],
  [
    'signals wait for their turn',
    loop,
    "for (const message of messages) if (message.kind === 'cancelled') this.#take(message);\n    for (const message of messages) if (message.kind !== 'cancelled') this.#take(message);",
    'for (const message of messages) this.#take(message);',
    ALL,
  ],
  ['leaves the executor open after our bug', loop, 'await this.#close();\n    }', '}', ALL],
];

export default mutants.map(([name, file, before, after, projects = EARLY]) => ({
  name,
  file,
  before,
  after,
  projects,
}));
