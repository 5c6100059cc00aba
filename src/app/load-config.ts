import { resolve } from 'node:path';
import { type GivenAccounts, SLURM_KEY } from '../core/accounts/read-accounts.ts';
import { badWorkflowName } from '../core/catalogue/usage.ts';
import { configWith, parseConfigAssignment } from '../core/config/config-assignment.ts';
import type { ConfigPath } from '../core/config/config-at.ts';
import { isRecord } from '../core/config/deep-merge.ts';
import { FlowError } from '../core/diagnostic.ts';
import { describeValue } from '../lang/describe-value.ts';
import { type ConfigLayer, givenConfig } from '../lang/given-config.ts';
import type { GivenConfig } from '../lang/workflow-file.ts';
import type { Arguments } from './parse-arguments.ts';
import { readUserText } from './read-text.ts';

/** The key of a config file that names its workflow; rules never see it. */
const WORKFLOW_KEY = 'workflow';

/** All that the command line gives as config, merged, and the workflow that it names. */
export interface LoadedConfig {
  readonly given: GivenConfig;
  /** What it says under `slurm`, if anything; rules never see it. */
  readonly slurm: GivenAccounts | undefined;
  readonly workflow: { readonly name: string; readonly by: string } | undefined;
}

/**
 * Config files in order, then `--config a.b=1` in order; each wins over those before it. Paths are
 * relative to where flow was called from. Throws a `FlowError`.
 */
export async function loadConfig(args: Arguments, calledFrom: string): Promise<LoadedConfig> {
  const files = args.values('configfile');
  const assignments = args.values('config').map(parseConfigAssignment);
  if (files.length + assignments.length === 0)
    return { given: givenConfig([]), slurm: undefined, workflow: undefined };

  // The parser of YAML is large, and many runs give no config.
  const { readConfigFile, readYamlValue } = await import('../lang/yaml/yaml-data.ts');
  const layers: ConfigLayer[] = [];
  let workflow: LoadedConfig['workflow'];
  for (const asWritten of files) {
    const file = resolve(calledFrom, asWritten);
    const layer = readConfigFile(readUserText(file, 'config file', asWritten), file);
    const { [WORKFLOW_KEY]: name, ...rest } = isRecord(layer.value) ? layer.value : {};
    if (typeof name === 'string') workflow = { name, by: file };
    else if (name !== undefined) {
      throw new FlowError(badWorkflowName(asWritten, describeValue(name)));
    }
    layers.push({ ...layer, value: rest });
  }
  for (const { path, text } of assignments) {
    const value = readYamlValue(text, `--config ${path.join('.')}=${text}`);
    layers.push({ value: configWith(path, value), locate: () => undefined });
  }
  return { ...withoutAccounts(givenConfig(layers)), workflow };
}

function withoutAccounts({ value, locate }: GivenConfig): Pick<LoadedConfig, 'given' | 'slurm'> {
  const { [SLURM_KEY]: accounts, ...rest } = value;
  const slurm =
    accounts === undefined
      ? undefined
      : { value: accounts, locate: (path: ConfigPath) => locate([SLURM_KEY, ...path]) };
  return { given: { value: rest, locate }, slurm };
}
