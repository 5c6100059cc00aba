// What workflow files and scripts may import from `dagflow`.

export { ancient, orderOnly, type FlaggedInput } from './lang/values/input-flags.ts';
export {
  directory,
  ensure,
  optional,
  protect,
  report,
  temp,
  touch,
  type EnsureOptions,
  type FlaggedPath,
  type ReportOptions,
} from './lang/values/output-flags.ts';
export { discover } from './lang/values/discover.ts';
export { expand } from './lang/values/expand.ts';
export { grid, type Grid } from './lang/values/grid.ts';
export { glob, type GlobPaths } from './lang/values/glob.ts';
export { volatile, type Volatile } from './lang/values/volatile.ts';
export { include, type IncludedFile } from './lang/typescript/include.ts';
export { lookup } from './lang/values/lookup.ts';
export { multiext } from './lang/values/multiext.ts';
export { rule, type AnyRule, type RuleWith } from './lang/typescript/rule.ts';
export { workflow, type RuleTree, type Workflow } from './lang/typescript/workflow.ts';
export { z } from './lang/typescript/lazy-zod.ts';
export type { FileReference } from './lang/values/file-reference.ts';
export type { InputContext, InputFiles } from './lang/typescript/input-types.ts';
export type { AmountContext, ParamContext, Resources } from './lang/typescript/rule-spec.ts';

export { parallelMap, type ParallelMapRequest } from './script/parallel-map.ts';
export { transfer } from './script/transfer.ts';
export type { ScriptFiles, ScriptJob, ScriptShape } from './script/script-job.ts';
