import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { ScriptPayload } from '../../../src/core/job/script-payload.ts';
import { rPreamble } from '../../../src/script/r-preamble.ts';
import { GROUPED, ScriptRig } from './script-rig.ts';

/** Then what needs R is skipped; `.ci/run` installs it. */
const isWithoutR = spawnSync('Rscript', ['--version']).error !== undefined;

const JOB = {
  input: GROUPED,
  output: {
    all: ['it\'s "é".csv'],
    groups: [{ name: undefined, isList: false, paths: ['it\'s "é".csv'] }],
  },
  params: {
    positional: [7],
    named: {
      overlap: 0.1,
      flags: ['--fast', String.raw`\$HOME`],
      on: true,
      nothing: null,
      deep: { a: [{ b: 'x' }, { b: 'y' }], e: 1e-7 },
    },
  },
  wildcards: { cycle: '1' },
  threads: 3,
  resources: { mem_mb: 100, disk: 'fast' },
  config: { reference: 1, list: [1, 2], deep: { a: 'ß' } },
  log: ['logs/a.log', 'logs/b.log'],
};

test('the job is written as the S4 object that Snakemake gives its R scripts', () => {
  const payload: ScriptPayload = {
    version: 1,
    rule: 'stitch',
    label: 'stitch',
    wildcards: { cycle: '1' },
    input: GROUPED,
    output: { all: [], groups: [] },
    log: ['a\tb'],
    params: { positional: [], named: { x: [1, 'two'] } },
    threads: 2,
    resources: {},
    config: null,
    attempt: 1,
    scriptDirectory: '/s',
  };
  expect(rPreamble(payload)).toMatchInlineSnapshot(`
    "snakemake <- methods::setClass("Snakemake", slots = c(input = "list", output = "list", params = "list", wildcards = "list", threads = "numeric", log = "list", resources = "list", config = "list", rule = "character", bench_iteration = "numeric", scriptdir = "character", source = "function"))(
      input = list("a b.tif", "t 1", "t 2", "rest", "image" = "a b.tif", "tiles" = c("t 1", "t 2")),
      output = list(),
      params = list(c(1, "two"), "x" = c(1, "two")),
      wildcards = list("1", "cycle" = "1"),
      threads = 2,
      log = list("a\\x09b"),
      resources = list(2, 1, 2, "_cores" = 2, "_nodes" = 1, "cpus_per_task" = 2),
      config = list(),
      rule = "stitch",
      bench_iteration = as.numeric(NA),
      scriptdir = "/s",
      source = function(...) { folder <- setwd(snakemake@scriptdir); on.exit(setwd(folder)); source(...) }
    )
    "
  `);
});

test.skipIf(isWithoutR)('lists hold all items by number and, after them, by name', async () => {
  const rig = new ScriptRig({
    'script.R': `
      p <- function(...) cat(..., sep = "|", fill = FALSE)
      line <- function(...) { p(...); cat("\\n") }
      line(snakemake@input[[1]], snakemake@input[["image"]], snakemake@input$image, snakemake@input[[4]])
      line(snakemake@input[["tiles"]], length(snakemake@input), class(snakemake@input))
      line(snakemake@output[[1]], snakemake@log[[2]], snakemake@wildcards[["cycle"]], snakemake@wildcards[[1]])
      line(snakemake@params[[1]], snakemake@params[["overlap"]], snakemake@params$flags, snakemake@params$on)
      line(is.null(snakemake@params[["nothing"]]), snakemake@params$deep$a[[2]]$b, snakemake@params$deep$e)
      line(snakemake@resources[["mem_mb"]], snakemake@resources$disk, snakemake@resources[["cpus_per_task"]])
      line(snakemake@config[["reference"]] + 1, sum(snakemake@config$list), snakemake@config$deep$a)
      line(snakemake@threads * 2, snakemake@rule, snakemake@scriptdir, is.na(snakemake@bench_iteration))
      writeLines("made", snakemake@output[[1]])
      1 + 1
      cat(file.exists(snakemake@output[[1]]), ls(), "\\n")
    `,
  });
  expect(await rig.run('script.R', JOB)).toEqual({
    exitCode: 0,
    stdout: [
      'a b.tif|a b.tif|a b.tif|rest',
      't 1|t 2|6|list',
      'it\'s "é".csv|logs/b.log|1|1',
      String.raw`7|0.1|--fast|\$HOME|TRUE`,
      'TRUE|y|1e-07',
      '100|fast|3',
      '2|3|ß',
      '6|stitch|/scripts|TRUE',
      '[1] 2',
      'TRUE line p snakemake ',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test.skipIf(isWithoutR)('other R files are read relative to the script', async () => {
  const rig = new ScriptRig({
    'steps/helper.R': 'double <- function(x) 2 * x\n',
    'steps/script.R':
      'snakemake@source("helper.R")\ncat(double(21), basename(getwd()) != "steps", "\\n")\n',
  });
  const job = { ...JOB, scriptDirectory: `${rig.folder}/steps` };
  expect(await rig.run('steps/script.R', job)).toEqual({
    exitCode: 0,
    stdout: '42 TRUE \n',
    stderr: '',
  });
});

test.skipIf(isWithoutR)('an error ends the script, and its exit code is kept', async () => {
  const rig = new ScriptRig({
    'stop.R': 'cat("before\\n")\nstop("no such luck")\ncat("never\\n")\n',
    'quit.R': 'quit(status = 7)\n',
  });
  const stopped = await rig.run('stop.R', JOB);
  expect([stopped.exitCode, stopped.stdout]).toEqual([1, 'before\n']);
  expect(stopped.stderr).toMatch(/no such luck\n/u);
  expect((await rig.run('quit.R', JOB)).exitCode).toBe(7);
});
