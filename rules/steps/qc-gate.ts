import type { ScriptJob } from 'dagflow';
import type { QcReport } from '../qc/report.ts';
import { CHECKS, type CheckKind } from '../qc/gates.ts';
import { readJson, writeJson } from './json-file.ts';

interface Job {
  input: { reports: readonly string[] };
  output: { passed: string };
}

/** Fails where a stage fails, and says which checks; else writes the status of every stage. */
export default function qcGate({ input, output }: ScriptJob<Job>): void {
  const reports = input.reports.map((path) => readJson<QcReport>(path));
  const failed = reports.flatMap(failuresOf);
  if (failed.length > 0) throw new Error(`QC failed:\n${failed.join('\n')}`);
  writeJson(
    output.passed,
    reports.map(({ stage, status }) => ({ stage, status })),
  );
}

function failuresOf({ stage, cycles }: QcReport): string[] {
  const kinds = new Map<string, CheckKind>(Object.entries(CHECKS[stage]));
  return cycles.flatMap(({ cycle, checks }) =>
    checks.flatMap(({ name, status, value, where }) => {
      if (status !== 'fail') return [];
      const of = where === undefined ? '' : ` (${where})`;
      const title = kinds.get(name)?.title ?? name;
      return [`${stage}, cycle ${cycle}: ${title} is ${value ?? 'not known'}${of}`];
    }),
  );
}
