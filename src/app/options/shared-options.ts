import type { OptionRow } from './option-row.ts';

const FILE: OptionRow = {
  name: 'file',
  short: 's',
  value: 'FILE',
  isPath: true,
  help: 'the workflow file; else what the config names, else flow.ts, flow.yaml or workflow/flow.*',
};
const CONFIG_FILE: OptionRow = {
  name: 'configfile',
  value: 'FILE',
  isPath: true,
  isRepeatable: true,
  help: 'YAML or JSON config; several are merged, later ones win',
};
const CONFIG: OptionRow = {
  name: 'config',
  value: 'KEY=VALUE',
  isYaml: true,
  joins: '.',
  isRepeatable: true,
  help: 'one config value, as `a.b=1`; wins over config files',
};
export const JSON_OUTPUT: OptionRow = {
  name: 'json',
  help: 'print JSON, of a documented shape (docs/json.md)',
};
export const DIRECTORY: OptionRow = {
  name: 'directory',
  short: 'd',
  value: 'DIR',
  help: 'work in this directory; FILE and config files are still found from where you are',
};
const PROFILE: OptionRow = {
  name: 'profile',
  value: 'NAME|FILE',
  isRepeatable: true,
  help: 'take flags from profiles/NAME.yaml too, after those of `default`; `none`: not even those',
};
/** How a command finds its workflow and config. */
export const WORKFLOW: readonly OptionRow[] = [FILE, CONFIG_FILE, CONFIG, PROFILE, DIRECTORY];

/** What is to run whether or not it is up to date, and what counts as a change. */
export const FORCE: readonly OptionRow[] = [
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
