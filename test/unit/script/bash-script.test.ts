import { expect, test } from 'vitest';
import { GROUPED, ScriptRig } from './script-rig.ts';

const JOB = {
  input: GROUPED,
  output: { all: ["it's.csv"], groups: [{ name: undefined, isList: false, paths: ["it's.csv"] }] },
  params: { positional: [7], named: { overlap: 0.1, flags: ['--fast', '$HOME'], on: true } },
  wildcards: { cycle: '1' },
  threads: 3,
  resources: { mem_mb: 100 },
  config: { reference: 1, list: [1, 2], deep: { a: 1 } },
  log: ['logs/a.log'],
};

test('the job is in associative arrays', async () => {
  const rig = new ScriptRig({
    'script.sh': `
      p() { printf '%s|' "$@"; echo; }
      p "\${snakemake_input[0]}" "\${snakemake_input[image]}" "\${snakemake_input[1]}" "\${snakemake_input[tiles]}" "\${snakemake_input[2]}"
      p "\${snakemake_output[0]}" "\${snakemake_log[0]}" "\${snakemake_wildcards[cycle]}"
      p "\${snakemake_params[0]}" "\${snakemake_params[overlap]}" "\${snakemake_params[flags]}" "\${snakemake_params[on]}"
      p "\${snakemake_resources[mem_mb]}" "\${snakemake_resources[cpus_per_task]}"
      p "\${snakemake_config[reference]}" "\${snakemake_config[list]}" "\${snakemake_config[deep]}"
      p "\${snakemake[threads]}" "\${snakemake[rule]}" "\${snakemake[scriptdir]}"
    `,
  });
  expect(await rig.run('script.sh', JOB)).toEqual({
    exitCode: 0,
    stdout: [
      'a b.tif|a b.tif|t 1 t 2|t 1 t 2|rest|',
      "it's.csv|logs/a.log|1|",
      '7|0.1|--fast $HOME|true|',
      '100|3|',
      '1|1 2|a|',
      '3|stitch|/scripts|',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test('the script keeps its name, its folder and its exit code, and has no arguments', async () => {
  const rig = new ScriptRig({
    'steps/script.sh': [
      'set -e',
      'echo "$0 ${BASH_SOURCE[0]} $# $PWD"',
      'no-such-command || echo went on',
      'false',
      'echo never',
    ].join('\n'),
  });
  expect(await rig.run('steps/script.sh', JOB)).toEqual({
    exitCode: 1,
    stdout: '~/steps/script.sh ~/steps/script.sh 0 ~\nwent on\n',
    stderr: '~/steps/script.sh: line 3: no-such-command: command not found\n',
  });
});
