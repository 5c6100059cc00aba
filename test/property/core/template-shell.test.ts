import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileCommand } from '../../../src/core/template/compile-command.ts';
import type { TemplateValues } from '../../../src/core/template/command-template.ts';

/** A piece of one argument: as it is written, and as the program has to see it. */
type Fragment = readonly [
  written: (placeholder: string) => string,
  seen: (value: string) => string,
];

const literal = fc.string({
  unit: fc.constantFrom(...Array.from('aZ09_-./:=,~^%+@ ')),
  maxLength: 4,
});

/** Places where a value may stand within a word, among text that the shell has to undo. */
const fragment: fc.Arbitrary<Fragment> = fc.oneof(
  fc.constant<Fragment>([(p) => p, (v) => v]),
  literal.map<Fragment>((text) => [(p) => `"${text}${p}${text}"`, (v) => `${text}${v}${text}`]),
  literal.map<Fragment>((text) => [(p) => `'${text}${p}${text}'`, (v) => `${text}${v}${text}`]),
  literal.map<Fragment>((text) => [
    (p) => `$'${text}${p}\\t\\'${text}'`,
    (v) => `${text}${v}\t'${text}`,
  ]),
  fc.constantFrom<Fragment>(
    [(p) => `$HERE${p}`, (v) => `here${v}`],
    [(p) => `"$HERE${p}"`, (v) => `here${v}`],
    [(p) => `"\\${p}"`, (v) => `\\${v}`],
    [(p) => `$'\\${p}'`, (v) => `\\${v}`],
    [(p) => `"it's \\"${p}\\" \\$x"`, (v) => `it's "${v}" $x`],
    [(p) => `"\${NONE:-a'b}'c}${p}"`, (v) => `a'b}'c${v}`],
    [(p) => `"\${NONE:-a"b}"c}${p}"`, (v) => `ab}c${v}`],
    [(p) => `"\${HERE#'h'}${p}"`, (v) => `ere${v}`],
    [(p) => `\${HERE}'\${HERE}'${p}`, (v) => `here\${HERE}${v}`],
    [(p) => `"$(printf '%s.' ${p})"`, (v) => `${v}.`],
    [(p) => `"$(printf '%s.' "${p}")"`, (v) => `${v}.`],
    [(p) => `"$(printf '%s.' '${p}')"`, (v) => `${v}.`],
    [(p) => `"$(case a in (b) echo ;; a) printf '%s.' ${p};; esac)${p}"`, (v) => `${v}.${v}`],
    [
      (p) => `"$(case ${p} in '') echo no ;; *) printf '%s.' ${p} ;; esac)$(echo x)"`,
      (v) => (v === '' ? 'nox' : `${v}.x`),
    ],
    [(p) => `"$(if true; then case x in x) echo x;; esac; fi)"${p}`, (v) => `x${v}`],
    [(p) => `$((1 + (2 * 3)))${p}`, (v) => `7${v}`],
    [(p) => `"$((1 << 2))${p}"`, (v) => `4${v}`],
    [(p) => `"\`echo 'x'\`${p}"`, (v) => `x${v}`],
    [(p) => `"$(echo x # isn't it\n)${p}"`, (v) => `x${v}`],
    [(p) => `"a$"${p}`, (v) => `a$${v}`],
    [(p) => `"$'${p}'"`, (v) => `$'${v}'`],
    [(p) => `$"it's ${p}"`, (v) => `it's ${v}`],
    [
      (p) => `"$(case a in (a) case x in x) printf '%s.' ${p};; esac;; esac)${p}"`,
      (v) => `${v}.${v}`,
    ],
    [(p) => `"$(printf '%s.' ${p} <<-EOF\n\tit's (\n\tEOF\n)${p}"`, (v) => `${v}.${v}`],
    [(p) => `a#b${p}`, (v) => `a#b${v}`],
    [(p) => `\\'${p}\\"`, (v) => `'${v}"`],
    [(p) => `"{${p}"{`, (v) => `{${v}{`],
    [(p) => `'{{'${p}'}}'`, (v) => `{{${v}}}`],
    [(p) => `"{{${p}}}"`, (v) => `{${v}}`],
    [(p) => `"$(cat < <(printf '%s.' ${p}))"`, (v) => `${v}.`],
    [(p) => `"$(a=(case in); printf '%s.' "\${a[1]}")${p}"`, (v) => `in.${v}`],
    [(p) => `"$(echo case)${p}"`, (v) => `case${v}`],
    [(p) => `"$(printf '%s.' ${p} <<'EOF'\nit's (\nEOF\n)${p}"`, (v) => `${v}.${v}`],
  ),
);

const NASTY = `abC019 \t\n\r'"\`$\\!*?[]{}()<>|&;#~=%^,.-_+@:/é€😀\u0001`;
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from(NASTY)), maxLength: 8 }),
  fc.constantFrom('', '-n', '$(echo evil)', '`echo evil`', "';echo evil;'", '"; echo evil', 'x=1'),
  fc.constantFrom(
    'if',
    'case',
    'in',
    'esac',
    '1..3',
    'a,b',
    '4',
    '~root',
    '$HERE',
    '\\',
    "'",
    '\n',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => text.replaceAll('\0', '')),
);
const argument = fc.array(fc.tuple(fragment, value), { minLength: 1, maxLength: 4 });

test('values reach a program byte for byte, wherever in the grammar of bash they stand', () => {
  fc.assert(
    fc.property(fc.array(argument, { minLength: 1, maxLength: 3 }), (args) => {
      const named: Record<string, string> = {};
      const words = args.map((fragments) =>
        fragments
          .map(([[written], text]) => {
            const name = `p${Object.keys(named).length}`;
            named[name] = text;
            return written(`{params.${name}}`);
          })
          .join(''),
      );
      const command = `${NOISE}printf '%s\\0' ${words.join(' ')} 'end'\n# it's over`;
      const expected = args.map((all) => all.map(([[, seen], text]) => seen(text)).join(''));
      expect(argumentsSeen(rendered(command, named))).toEqual([...expected, 'end']);
    }),
    { numRuns: 300 },
  );
});

test('paths reach a program one by one, and none is taken for an option', () => {
  const path = value.filter((text) => text !== '');
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 4 }), (paths) => {
      const command = rendered(`printf -- '%s\\0' {input} "{input}"`, {}, paths);
      const shown = paths.map((text) => (text.startsWith('-') ? `./${text}` : text));
      expect(argumentsSeen(command)).toEqual([...shown, shown.join(' ')]);
    }),
    { numRuns: 100 },
  );
});

/** Lines that would put a careless reader out of step. */
const NOISE = `
HERE=here # don't "stop
: <<'EOF' "$HERE"
it's "never" $(closed
EOF
case "$HERE" in
  (x|y) : ;; # )'
  here) : "a)" ;;
esac
for ((i = 0; i < 1; i++)); do : \${HERE#"'"} $((1 << 1)); done
f() { : '"' "'"; }
: {a,b}" it's "{1..3} $# $$ $'it\\'s'
`;

function rendered(
  command: string,
  named: Readonly<Record<string, string>>,
  paths: readonly string[] = [],
): string {
  const none = { names: [], isOpen: false, count: 0 };
  const { template, problems } = compileCommand(command, {
    rule: 'r',
    span: { file: 'flow.yaml', line: 1, column: 1, length: 1 },
    names: {
      wildcards: [],
      input: none,
      output: none,
      logCount: 0,
      params: Object.keys(named),
      resources: [],
      config: undefined,
    },
  });
  expect(problems).toEqual([]);
  const values: TemplateValues = {
    input: { all: paths, groups: [] },
    output: { all: [], groups: [] },
    log: [],
    params: { positional: [], named },
    wildcards: {},
    threads: 1,
    resources: {},
    config: {},
  };
  return template?.render(values) ?? '';
}

function argumentsSeen(command: string): string[] {
  const output = execFileSync('bash', ['-euo', 'pipefail', '-c', command], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return output.split('\0').slice(0, -1);
}
