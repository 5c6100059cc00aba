import { expect, test } from 'vitest';
import { GROUPED, ScriptRig } from './script-rig.ts';

const JOB = {
  input: GROUPED,
  output: { all: ['out.csv'], groups: [{ name: undefined, isList: false, paths: ['out.csv'] }] },
  params: { positional: [7], named: { overlap: 0.1, flags: ['--fast', 'x y'] } },
  wildcards: { cycle: '1', channel: 'CH2' },
  threads: 3,
  resources: { mem_mb: 100, gpus: 1 },
  config: { cycles: [1, 2], deep: { reference: null } },
  log: ['logs/a.log'],
};

/** Runs a script that prints lines, and answers them. */
async function lines(text: string, job: object = JOB): Promise<string[]> {
  const run = await new ScriptRig({ 'script.py': text }).run('script.py', job);
  expect(run.stderr).toBe('');
  return run.stdout.trimEnd().split('\n');
}

test('files are seen by place, by name, and as a list', async () => {
  expect(
    await lines(`
print(snakemake.input[0], snakemake.input[-1], len(snakemake.input), list(snakemake.input))
print(repr(snakemake.input.image), snakemake.input["image"], snakemake.input.get("image"))
print(snakemake.input.tiles, snakemake.input.tiles[1], list(snakemake.input["tiles"]))
print(snakemake.input, snakemake.output, snakemake.output[0])
print(list(snakemake.input.keys()), sorted(dict(snakemake.input.items())))
print(snakemake.input.get("gone"), snakemake.input.get("gone", 5), hasattr(snakemake.input, "gone"))
print(dict(snakemake.params), *snakemake.input[1:3])
`),
  ).toEqual([
    "a b.tif rest 4 ['a b.tif', 't 1', 't 2', 'rest']",
    "'a b.tif' a b.tif a b.tif",
    "t 1 t 2 t 2 ['t 1', 't 2']",
    'a b.tif t 1 t 2 rest out.csv out.csv',
    "['image', 'tiles'] ['image', 'tiles']",
    'None 5 False',
    "{'overlap': 0.1, 'flags': ['--fast', 'x y']} t 1 t 2",
  ]);
});

test('everything else of the job is there', async () => {
  expect(
    await lines(`
s = snakemake
print(s.params[0], s.params.overlap, s.params.flags, s.params["overlap"], len(s.params))
print(s.wildcards.cycle, s.wildcards["channel"], s.wildcards[1], dict(s.wildcards))
print(s.threads, s.resources.mem_mb, s.resources.gpus, s.resources.cpus_per_task, s.resources["mem_mb"])
print(s.config["cycles"], s.config["deep"], s.rule, s.scriptdir, s.bench_iteration)
print(s.log, s.log[0], repr(str(s.log)))
print(s.log_fmt_shell(), "|", s.log_fmt_shell(stdout=False), "|", s.log_fmt_shell(stderr=False, append=True))
`),
  ).toEqual([
    "7 0.1 ['--fast', 'x y'] 0.1 3",
    "1 CH2 CH2 {'cycle': '1', 'channel': 'CH2'}",
    '3 100 1 3 100',
    "[1, 2] {'reference': None} stitch /scripts None",
    "logs/a.log logs/a.log 'logs/a.log'",
    ' > logs/a.log 2>&1 |  2> logs/a.log |  >> logs/a.log',
  ]);
});

test('without a log there is no redirection', async () => {
  const job = { ...JOB, log: [] };
  expect(
    await lines('print(repr(snakemake.log_fmt_shell()), repr(str(snakemake.log)))', job),
  ).toEqual(["'' ''"]);
});

test('names that are methods of lists are still names', async () => {
  const paths = { name: 'index', isList: false, paths: ['x.bai'] };
  const job = { ...JOB, input: { all: ['x.bai'], groups: [paths] } };
  expect(await lines('print(snakemake.input.index)', job)).toEqual(['x.bai']);
});

test('the object can be imported, as editors like it', async () => {
  expect(
    await lines(`
from snakemake.script import snakemake as imported, Snakemake
import snakemake as package
import snakemake.script
print(imported.rule, isinstance(imported, Snakemake), package.script.snakemake is imported)
`),
  ).toEqual(['stitch True True']);
});

test('shell of snakemake.shell fills in names of the caller and fails as bash does', async () => {
  const rig = new ScriptRig({
    'script.py': `
from snakemake.shell import shell
import sys
def use(name):
    extra = ["a b", "c"]
    shell("printf '<%s>' {extra:q} {name} {snakemake.input.tiles:q} {snakemake.params.overlap}; echo")
sys.stdout.flush()
use("local")
print(list(shell("printf '1\\n2\\n'", iterable=True)))
shell("false; echo never")
`,
  });
  const { stdout, exitCode, stderr } = await rig.run('script.py', JOB);
  expect([stdout, exitCode]).toEqual(["<a b><c><local><t 1><t 2><0.1>\n['1', '2']\n", 1]);
  expect(stderr).toContain('CalledProcessError');
});

test('the script is the main program, in its own folder, with its own path', async () => {
  const rig = new ScriptRig({
    'steps/script.py': `
from __future__ import annotations
import sys, os, helper
if __name__ == "__main__":
    print(__file__, sys.argv, sys.path[0], helper.__file__, os.getcwd())
`,
    'steps/helper.py': '',
  });
  expect((await rig.run('steps/script.py')).stdout).toBe(
    "~/steps/script.py ['~/steps/script.py'] ~/steps ~/steps/helper.py ~\n",
  );
});

test('a traceback begins in the script, and shows its lines', async () => {
  const rig = new ScriptRig({
    'script.py': 'def f(x):\n    return 1 / x\n\nf(0)\n',
    'other.py': 'try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise ValueError("no")\n',
    'syntax.py': 'x = (\n',
    'missing.py': 'print(snakemake.input.imge)\n',
  });
  expect((await rig.run('script.py')).stderr.replaceAll(/^ *[~^]+\n/gmu, '')).toBe(
    `Traceback (most recent call last):
  File "~/script.py", line 4, in <module>
    f(0)
  File "~/script.py", line 2, in f
    return 1 / x
ZeroDivisionError: division by zero
`,
  );
  const { stderr, exitCode } = await rig.run('other.py');
  expect(stderr).not.toContain('python-runner');
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('ValueError: no');
  expect(exitCode).toBe(1);
  const syntax = await rig.run('syntax.py');
  expect(syntax.stderr).toContain('File "~/syntax.py", line 1');
  expect(syntax.stderr).not.toContain('python-runner');
  const missing = (await rig.run('missing.py', JOB)).stderr.trimEnd().split('\n').at(-1);
  // Newer Pythons add a guess of their own.
  expect(missing?.replace(/\. Did you mean: .*/u, '')).toBe(
    "AttributeError: the job has no 'imge' here; the names are: image, tiles",
  );
});

test('exit codes and hooks of the script count', async () => {
  const rig = new ScriptRig({
    'exit.py': 'import sys\nsys.exit(5)\n',
    'text.py': 'import sys\nsys.exit("gave up")\n',
    'hook.py':
      'import sys\nsys.excepthook = lambda *a: print("hook", a[0].__name__)\nraise KeyError(1)\n',
    'atexit.py': 'import atexit\natexit.register(print, "bye")\n',
  });
  expect((await rig.run('exit.py')).exitCode).toBe(5);
  expect(await rig.run('text.py')).toEqual({ exitCode: 1, stdout: '', stderr: 'gave up\n' });
  expect(await rig.run('hook.py')).toEqual({ exitCode: 1, stdout: 'hook KeyError\n', stderr: '' });
  expect(await rig.run('atexit.py')).toEqual({ exitCode: 0, stdout: 'bye\n', stderr: '' });
});

test('worker processes can be used, and get parts of the object', async () => {
  expect(
    await lines(`
import multiprocessing
def size(pair):
    files, rule = pair
    return len(files), files.image, rule
if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(size, [(snakemake.input, snakemake.rule)] * 2))
`),
  ).toEqual(["[(4, 'a b.tif', 'stitch'), (4, 'a b.tif', 'stitch')]"]);
});
