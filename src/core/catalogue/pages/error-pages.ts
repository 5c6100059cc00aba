import { ACCOUNT_PAGES } from './account-pages.ts';
import { DASK_PAGES } from './dask-pages.ts';
import { ENVIRONMENT_PAGES } from './environment-pages.ts';
import type { ErrorPage } from './error-page.ts';
import { EXECUTOR_PAGES } from './executor-pages.ts';
import { FOLDER_PAGES } from './folder-pages.ts';
import { GRAPH_PAGES } from './graph-pages.ts';
import { LINT_PAGES } from './lint-pages.ts';
import { MODULE_PAGES } from './module-pages.ts';
import { PATTERN_PAGES } from './pattern-pages.ts';
import { RULE_PAGES } from './rule-pages.ts';
import { RUN_PAGES } from './run-pages.ts';
import { TABLE_PAGES } from './table-pages.ts';
import { TEMPLATE_PAGES } from './template-pages.ts';
import { USAGE_PAGES } from './usage-pages.ts';
import { YAML_PAGES } from './yaml-pages.ts';

/** A heading of `docs/errors.md`, and the codes below it. */
export interface ErrorArea {
  readonly title: string;
  readonly pages: Readonly<Record<string, ErrorPage>>;
}

/** A page for every code that a diagnostic can have: the type of `Diagnostic.code` is made of these. */
export const ERROR_AREAS: readonly ErrorArea[] = [
  { title: 'Command line and config', pages: USAGE_PAGES },
  { title: 'YAML', pages: YAML_PAGES },
  { title: 'TypeScript and includes', pages: MODULE_PAGES },
  { title: 'Rules', pages: RULE_PAGES },
  { title: 'Patterns and wildcards', pages: PATTERN_PAGES },
  { title: 'Tables', pages: TABLE_PAGES },
  { title: 'Commands', pages: TEMPLATE_PAGES },
  { title: 'Targets and the job graph', pages: GRAPH_PAGES },
  { title: 'Jobs and runs', pages: RUN_PAGES },
  { title: 'Executors', pages: EXECUTOR_PAGES },
  { title: 'Plans that are kept, and cleaning', pages: FOLDER_PAGES },
  { title: 'What `flow lint` finds', pages: LINT_PAGES },
  { title: 'Accounts of a cluster', pages: ACCOUNT_PAGES },
  { title: 'The machine', pages: ENVIRONMENT_PAGES },
  { title: 'Dask', pages: DASK_PAGES },
];

/** Permanent words: people search for them. A new one gets a page in this folder. */
export type ErrorCode =
  | keyof typeof USAGE_PAGES
  | keyof typeof YAML_PAGES
  | keyof typeof MODULE_PAGES
  | keyof typeof RULE_PAGES
  | keyof typeof PATTERN_PAGES
  | keyof typeof TABLE_PAGES
  | keyof typeof TEMPLATE_PAGES
  | keyof typeof GRAPH_PAGES
  | keyof typeof RUN_PAGES
  | keyof typeof EXECUTOR_PAGES
  | keyof typeof FOLDER_PAGES
  | keyof typeof LINT_PAGES
  | keyof typeof ACCOUNT_PAGES
  | keyof typeof ENVIRONMENT_PAGES
  | keyof typeof DASK_PAGES;
