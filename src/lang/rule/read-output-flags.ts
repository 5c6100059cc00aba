import { unknownKey } from '../../core/catalogue/workflow-file.ts';
import { isRecord } from '../../core/config/deep-merge.ts';
import type { Ensured, OutputFlags, ReportEntry } from '../../core/rule/output-flags.ts';
import type { FlaggedFile } from '../values/output-flags.ts';
import { type PropertyPath, refuse, type RuleReading } from './rule-reading.ts';

/** The flags of an output; what is wrong with one is noted, and it is passed over. */
export function readFlags(
  reading: RuleReading,
  path: PropertyPath,
  flagged: FlaggedFile,
): OutputFlags {
  const { isTemp, isDirectory, isProtected, isTouched, isOptional, ensure, report } = flagged;
  return {
    isTemp,
    isDirectory,
    isProtected,
    isTouched,
    isOptional,
    ensure: ensure === undefined ? undefined : readEnsured(reading, path, ensure),
    report: report === undefined ? undefined : readReport(reading, path, report),
  };
}

function readEnsured(
  reading: RuleReading,
  path: PropertyPath,
  value: unknown,
): Ensured | undefined {
  const options = readOptions(
    reading,
    { path, flag: 'ensure', keys: ['nonEmpty', 'sha256'] },
    value,
  );
  if (options === undefined) return undefined;
  const { nonEmpty, sha256 } = options;
  if (nonEmpty !== undefined && typeof nonEmpty !== 'boolean') {
    refuseOption(reading, [...path, 'nonEmpty'], {
      value: nonEmpty,
      wanted: '`true` or `false`',
    });
  }
  const isDigest = typeof sha256 === 'string' && /^[0-9a-f]{64}$/iu.test(sha256);
  if (sha256 !== undefined && !isDigest) {
    const wanted = 'a text of 64 hex digits, as `sha256sum` prints them';
    refuseOption(reading, [...path, 'sha256'], { value: sha256, wanted });
  }
  if (Object.keys(options).length === 0) {
    const wanted = 'what has to hold: `nonEmpty: true`, or `sha256: …`';
    refuseOption(reading, [...path, 'ensure'], { value: null, wanted });
  }
  return {
    nonEmpty: nonEmpty === true,
    sha256: isDigest ? sha256.toLowerCase() : undefined,
  };
}

function readReport(
  reading: RuleReading,
  path: PropertyPath,
  value: unknown,
): ReportEntry | undefined {
  const options = readOptions(
    reading,
    { path, flag: 'report', keys: ['caption', 'category'] },
    value,
  );
  if (options === undefined) return undefined;
  const [caption, category] = ['caption', 'category'].map((key) => {
    const text = options[key];
    if (text === undefined || typeof text === 'string') return text;
    refuseOption(reading, [...path, key], { value: text, wanted: 'a text' });
    return undefined;
  });
  return { caption, category };
}

function readOptions(
  reading: RuleReading,
  given: { readonly path: PropertyPath; readonly flag: string; readonly keys: readonly string[] },
  value: unknown,
): Readonly<Record<string, unknown>> | undefined {
  const { path, flag, keys } = given;
  if (!isRecord(value)) {
    const wanted = `a record with ${keys.map((key) => `\`${key}\``).join(' or ')}`;
    refuseOption(reading, [...path, flag], { value, wanted });
    return undefined;
  }
  for (const key of Object.keys(value)) {
    if (keys.includes(key)) continue;
    const owner = `\`${flag}\` of an output of rule \`${reading.rule}\``;
    const span = reading.span([...path, key]);
    reading.problems.push(unknownKey(key, { owner, span }, keys));
  }
  return value;
}

function refuseOption(
  reading: RuleReading,
  path: PropertyPath,
  given: { readonly value: unknown; readonly wanted: string },
): void {
  refuse(reading, path.join('.'), { ...given, span: reading.span(path) });
}
