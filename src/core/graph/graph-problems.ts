import {
  ambiguousRules,
  type AskedFile,
  clashingJobs,
  type MakingJob,
  type MatchingRule,
  noRuleForFile,
  outputOutside,
  pathTooLong,
  unknownProducer,
  unknownTarget,
  wrongProducer,
} from '../catalogue/graph.ts';
import { assert, type Diagnostic, type SourceSpan } from '../diagnostic.ts';
import type { Rule } from '../rule/rule.ts';
import { type Expander, UNKNOWN_RULE } from './expander.ts';
import { SOURCE, UNASKED, UNAVAILABLE } from './file-states.ts';
import type { ExpandedGraph } from './free-sources.ts';
import type { Clash, JobFault } from './graph-faults.ts';
import { type JobId, NO_JOB } from './job-graph.ts';
import { jobLabel, wildcardText } from './job-label.ts';
import { nearMissOf, type NearMissRequest, nearTarget } from './near-misses.ts';
import type { PathTable } from './path-table.ts';
import type { Reach, UnavailableFile } from './reach.ts';
import { type Product, type RuleMatch } from './rule-index.ts';
