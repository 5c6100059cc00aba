import { expect, test } from 'vitest';
import { configMentions } from '../../../../src/core/job/config-mentions.ts';

const CONFIG = { sigma: 2, method: 'log', 'two words': 1, 'a.b': 1, samples: ['A'] };

test.for([
  ['echo hello', []],
  ['echo ${snakemake_config[sigma]}', ['sigma']],
  [
    `x=\${snakemake_config["two words"]}; echo "\${snakemake_config['method']}"`,
    ['method', 'two words'],
  ],
  ['# of snakemake_config[sigma]', ['sigma']],
  ['for key in "${!snakemake_config[@]}"; do echo "$key"; done', ['']],
  ['echo ${snakemake_config[$key]} ${snakemake_config[sigma]}', ['']],
  ['echo ${snakemake_config["$key"]}', ['']],
  ['declare -p snakemake_config', ['']],
  ['echo ${snakemake_config[a.b]}', ['']],
  ['echo ${snakemake_config[gone]}', ['']],
  ['source lib.sh', ['']],
  ['cd x && . ./lib.sh', ['']],
  ['if true; then . lib.sh; fi', ['']],
  ['find . -name source && ls . ', []],
] as const)('bash: `%s`', ([text, paths]) => {
  expect(configMentions('bash', text, CONFIG)).toEqual(paths);
});

test.for([
  ['cat("hello")', []],
  ['x <- snakemake@config$sigma', ['sigma']],
  [
    'x <- snakemake@config[["method"]]; y <- snakemake @ config $ `two words`',
    ['method', 'two words'],
  ],
  ["x <- snakemake@config[['samples']][[1]]", ['samples']],
  ['x <- snakemake@config$sam', ['']],
  ['x <- snakemake@config[[key]]', ['']],
  ['config <- snakemake@config\nconfig$sigma', ['']],
  ['x <- snakemake@params$config', []],
  ['run(snakemake)', ['']],
  ['slot(snakemake, "config")', ['']],
  ['source("lib.R")', ['']],
  ['x <- snakemake@input[["source"]]', []],
] as const)('R: `%s`', ([text, paths]) => {
  expect(configMentions('r', text, CONFIG)).toEqual(paths);
});
