import { badConfigValue, missingConfigKey } from '../../core/catalogue/workflow-file.ts';
import { configAt, configKeysAt, type ConfigPath } from '../../core/config/config-at.ts';
import { type Diagnostic, FlowError, type SourceSpan } from '../../core/diagnostic.ts';
import { nearest } from '../../core/did-you-mean.ts';
import type { GivenConfig } from '../workflow-file.ts';
import type { ConfigSchema, SchemaIssue } from './config-schema.ts';

/** The config as a schema makes it of what was given. Throws all that the schema refuses. */
export async function readSchemaConfig(schema: ConfigSchema, given: GivenConfig): Promise<unknown> {
  const result = await schema['~standard'].validate(given.value);
  if (result.issues === undefined) return result.value;
  throw new FlowError(result.issues.map((issue) => issueDiagnostic(issue, given)));
}

function issueDiagnostic({ message, path = [] }: SchemaIssue, given: GivenConfig): Diagnostic {
  const steps = path.map(stepOf);
  const shown = steps.join('.');
  const problem = inOurVoice(message);
  if (steps.length === 0 || configAt(given.value, steps) !== undefined) {
    return badConfigValue(shown, problem, located(given, steps));
  }
  const wanted = problem.replace(/^expected /u, '').replace(/, received undefined$/u, '');
  const [nearKey] = nearest(shown, configKeysAt(given.value, steps.slice(0, -1)));
  const span = nearKey === undefined ? undefined : given.locate(nearKey.split('.'));
  const near = span === undefined ? undefined : { span, label: 'here' };
  return missingConfigKey(shown, wanted === '' ? undefined : wanted, { near, nearKey });
}

/** Of an item of a list, the list if need be. */
function located({ locate }: GivenConfig, steps: ConfigPath): SourceSpan | undefined {
  for (let length = steps.length; length > 0; length--) {
    const span = locate(steps.slice(0, length));
    if (span !== undefined) return span;
  }
  return undefined;
}

function stepOf(step: PropertyKey | { readonly key: PropertyKey }): ConfigPath[number] {
  const key = typeof step === 'object' ? step.key : step;
  return typeof key === 'number' ? key : String(key);
}

/** `Invalid input: expected array`: what is expected says enough. */
function inOurVoice(message: string): string {
  const text = message.replace(/^(?:Invalid|Too|Unrecognized)[^:]*: (?=expected)/u, '');
  return text.charAt(0).toLowerCase() + text.slice(1);
}
