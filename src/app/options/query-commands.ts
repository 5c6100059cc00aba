import { AMOUNTS } from './amount-flags.ts';
import { CAPACITY } from './capacity-options.ts';
import type { CommandRow } from './option-row.ts';
import { PART } from './part-flags.ts';
import { PLACEMENT } from './placement-flags.ts';
import { DIRECTORY, FORCE, JSON_OUTPUT, WORKFLOW } from './shared-options.ts';

/** Commands that look and change nothing. */
export const QUERY_COMMANDS: readonly CommandRow[] = [
  {
    name: 'why',
    arguments: '[TARGET...]',
    help: 'say for each job of the targets why it would run, or that it is up to date',
    options: [
      {
        name: 'waiting',
        help: 'of the run that goes on here: why its jobs, or this one, do not run; reads no workflow',
      },
      ...PART,
      ...FORCE,
      ...WORKFLOW,
      JSON_OUTPUT,
    ],
  },
  {
    name: 'list',
    arguments: '',
    help: 'list the rules and what they make',
    options: [...WORKFLOW, JSON_OUTPUT],
  },
  {
    name: 'graph',
    arguments: '[TARGET...]',
    help: 'print the jobs of the targets as a graph: for `dot`, for Mermaid, as SVG or as JSON',
    options: [
      { name: 'format', value: 'dot|mermaid|svg|json', help: 'the language to print it in (dot)' },
      { name: 'rules', help: 'one node a rule instead of one a job' },
      { name: 'files', help: 'a node a file too, between the jobs that make and read it' },
      ...PART,
      ...FORCE,
      ...WORKFLOW,
      JSON_OUTPUT,
    ],
  },
  {
    name: 'simulate',
    arguments: '[TARGET...]',
    help: 'tell how long the run would take and what holds it up, from how long jobs take',
    options: [
      {
        name: 'duration',
        value: 'RULE=TIME',
        isRepeatable: true,
        help: 'how long jobs of a rule take (as records, else as the rule says)',
      },
      {
        name: 'pool',
        value: 'NAME:gpus=N,...',
        isRepeatable: true,
        help: 'run in pools instead of on one machine, each with what it has: gpus, cores, mem, ...',
      },
      ...PLACEMENT,
      {
        name: 'executor',
        short: 'e',
        value: 'local|slurm',
        help: 'as if run there; on SLURM the pools are the accounts of the config',
      },
      { name: 'json', help: 'print one JSON object, with the times of every job' },
      ...CAPACITY,
      ...AMOUNTS,
      ...FORCE,
      ...WORKFLOW,
    ],
  },
  {
    name: 'logs',
    arguments: '[JOB|FILE]',
    help: 'print the log of a job of the last run, or list the logs there are',
    options: [DIRECTORY, JSON_OUTPUT],
  },
  {
    name: 'plan',
    arguments: '[TARGET...]',
    help: 'show what a run would do, or keep it in a folder for others to carry out',
    options: [
      { name: 'out', value: 'DIR', help: 'write the plan to this folder; it never changes there' },
      ...FORCE,
      ...WORKFLOW,
    ],
  },
  {
    name: 'status',
    arguments: '[RUN]',
    help: 'show how the last run stands, also while it goes on; reads no workflow',
    options: [{ name: 'json', help: 'as JSON' }, DIRECTORY],
  },
  {
    name: 'trace',
    arguments: '[RUN]',
    help: 'print a line for each attempt of the last run, as CSV with the names of Nextflow',
    options: [{ name: 'json', help: 'a line of JSON each instead' }, DIRECTORY],
  },
];
