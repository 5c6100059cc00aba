import { expect, test } from 'vitest';
import { makeArguments } from '../../../../src/app/make-arguments.ts';
import { COMMANDS } from '../../../../src/app/options.ts';
import { type Arguments, parseArguments } from '../../../../src/app/parse-arguments.ts';
import { readProfile } from '../../../../src/app/profiles/read-profile.ts';

const ROWS = COMMANDS.flatMap(({ options }) => options);

/** `flow …`, with profiles, later ones to win. */
function together(argv: readonly string[], ...profiles: readonly string[]): Arguments {
  const layers = profiles.map((text) =>
    readProfile(text, {
      file: '/project/profiles/default.yaml',
      rows: ROWS,
      workingDirectory: '/project',
      calledFrom: '/project/sub',
    }),
  );
  const typed = parseArguments(argv);
  return makeArguments({ ...typed, layers: [...layers, ...typed.layers] });
}

test('a map is one value a key, nested where the key is made of names', () => {
  const args = together(
    [],
    `
set-threads: { a: 2, b: 4 }
set-resources: { a: { mem: 4 GB, time: 90 }, "b:mem": 1 GB }
only: { cycle: 1-3, well: [A1, B2] }
config: { x: { y: [1, "2"], z: {} }, text: "1", none: null, on: true }
`,
  );
  expect(args.values('set-threads')).toEqual(['a=2', 'b=4']);
  expect(args.values('set-resources')).toEqual(['a:mem=4 GB', 'a:time=90', 'b:mem=1 GB']);
  expect(args.values('only')).toEqual(['cycle=1-3', 'well=A1,B2']);
  expect(args.values('config')).toEqual([
    'x.y=[1,"2"]',
    'x.z={}',
    'text="1"',
    'none=null',
    'on=true',
  ]);
});

test('a list is several values, or one with commas where the flag takes one', () => {
  const args = together([], 'forcerun: [a, b]\nuntil: c\nrerun-triggers: [mtime, code]\ngpus: 0\n');
  expect(args.values('forcerun')).toEqual(['a', 'b']);
  expect(args.values('until')).toEqual(['c']);
  expect(args.values('rerun-triggers')).toEqual(['mtime,code']);
  expect(args.value('gpus')).toBe('0');
});

test('paths are relative to the working directory', () => {
  const args = together([], 'configfile: [a.yaml, /etc/b.yaml]\nfile: flow/main.ts\n');
  expect(args.values('configfile')).toEqual(['../a.yaml', '../../etc/b.yaml']);
  expect(args.value('file')).toBe('../flow/main.ts');
});

test('what is typed wins, by key where there are keys', () => {
  const args = together(
    ['-c4', '--set-threads', 'a=1', '--set-threads', 'a=3', '-R', 'sort'],
    'cores: 1\nset-threads: { a: 8, b: 8, c: 8 }\nforcerun: align\n',
    'cores: 2\njobs: 5\nset-threads: { b: 9 }\n',
  );
  expect(args.value('cores')).toBe('4');
  expect(args.value('jobs')).toBe('5');
  expect(args.values('set-threads')).toEqual(['c=8', 'b=9', 'a=1', 'a=3']);
  expect(args.values('forcerun')).toEqual(['align', 'sort']);
});

test('a switch is on or left alone, and a flag of another command is passed over', () => {
  const args = together(['why'], 'forceall: true\nforce: false\nkeep-going: true\ncores: 3\n');
  expect([args.has('forceall'), args.has('force')]).toEqual([true, false]);
  expect(args.value('cores')).toBe(undefined);
});

test('a value knows where it was given', () => {
  const [first, second] = together(['-R', 'b'], 'forcerun: [a]\n').given('forcerun');
  expect(first).toEqual({
    flag: 'forcerun',
    text: 'a',
    spans: [
      {
        span: { file: '/project/profiles/default.yaml', line: 1, column: 12, length: 1 },
        label: 'given here',
      },
    ],
  });
  expect(second).toEqual({ flag: 'forcerun', text: 'b', spans: [] });
});

test('nothing in it, nothing said', () => {
  expect(together(['-n'], '# later\n').has('dry-run')).toBe(true);
});
