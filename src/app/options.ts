/** One flag of the command line. Parser, help and reference are made from these rows. */
export interface OptionRow {
  readonly name: string;
  readonly short?: string;
  /** What the value is, for the help; absent: the flag takes none. */
  readonly value?: string;
  readonly isRepeatable?: boolean;
  readonly help: string;
}

const FILE: OptionRow = {
  name: 'file',
  short: 's',
  value: 'FILE',
  help: 'the workflow file; else what the config names, else flow.ts, flow.yaml or workflow/flow.*',
};
const CONFIG_FILE: OptionRow = {
  name: 'configfile',
  value: 'FILE',
  isRepeatable: true,
  help: 'YAML or JSON config; several are merged, later ones win',
};
const CONFIG: OptionRow = {
  name: 'config',
  value: 'KEY=VALUE',
  isRepeatable: true,
  help: 'one config value, as `a.b=1`; wins over config files',
};
const DIRECTORY: OptionRow = {
  name: 'directory',
  short: 'd',
  value: 'DIR',
  help: 'work in this directory; FILE and config files are still found from where you are',
};
const WORKFLOW = [FILE, CONFIG_FILE, CONFIG, DIRECTORY];

const FORCE: readonly OptionRow[] = [
  { name: 'forceall', short: 'F', help: 'run every job that the targets need' },
  { name: 'force', short: 'f', help: 'run the jobs of the targets themselves' },
  {
    name: 'forcerun',
    short: 'R',
    value: 'RULE|FILE',
    isRepeatable: true,
    help: 'run the jobs of this rule, or the maker of this file, even over hand-edited outputs',
  },
  {
    name: 'rerun-triggers',
    value: 'NAMES',
    help: 'what counts as a change: mtime,input,code,params,software-env (all)',
  },
];

const RUN: readonly OptionRow[] = [
  {
    name: 'dry-run',
    short: 'n',
    help: 'run and write nothing; show each job, its reason and command',
  },
  {
    name: 'cores',
    short: 'c',
    value: 'N',
    help: 'use N cores at most (all that this process may use)',
  },
  { name: 'jobs', short: 'j', value: 'N', help: 'run N jobs at once at most (as many as fit)' },
  { name: 'gpus', value: 'auto|all|none|0,1', help: 'the GPUs that jobs may lease (auto)' },
  {
    name: 'resources',
    value: 'NAME=N',
    isRepeatable: true,
    help: 'how much of a resource there is: `mem=16GB`, or a name of your own',
  },
  { name: 'clamp', help: 'give a job that asks for more than there is what there is' },
  { name: 'keep-going', short: 'k', help: 'go on with independent jobs after a failure' },
  {
    name: 'retries',
    value: 'N',
    help: 'try a failed job again N times (0); a rule may say otherwise',
  },
  { name: 'latency-wait', value: 'SECONDS', help: 'wait for outputs to come into sight (5)' },
  { name: 'notemp', help: 'keep temporary files' },
  { name: 'printshellcmds', short: 'p', help: 'show the command of each job that starts' },
  { name: 'quiet', short: 'q', help: 'show only what went wrong' },
];

/** One command of the command line. */
export interface CommandRow {
  readonly name: string;
  readonly arguments: string;
  readonly help: string;
  readonly options: readonly OptionRow[];
}

export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'run',
    arguments: '[TARGET...]',
    help: 'make the targets: files, or names of rules (this is the default command)',
    options: [...RUN, ...FORCE, ...WORKFLOW],
  },
  {
    name: 'why',
    arguments: '[TARGET...]',
    help: 'say for each job of the targets why it would run, or that it is up to date',
    options: [...FORCE, ...WORKFLOW],
  },
  { name: 'list', arguments: '', help: 'list the rules and what they make', options: WORKFLOW },
  {
    name: 'graph',
    arguments: '[TARGET...]',
    help: 'print the jobs of the targets as a graph, for `dot`',
    options: [
      { name: 'rules', help: 'one node a rule instead of one a job' },
      ...FORCE,
      ...WORKFLOW,
    ],
  },
  {
    name: 'logs',
    arguments: '[JOB|FILE]',
    help: 'print the log of a job of the last run, or list the logs there are',
    options: [DIRECTORY],
  },
  {
    name: 'unlock',
    arguments: '',
    help: 'remove the lock that a run on another host left behind; reads no workflow',
    options: [DIRECTORY],
  },
];

export const DEFAULT_COMMAND = 'run';
