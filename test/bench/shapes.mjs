// The workloads, written for each peer in its own language.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Trivial work: a job that only makes its file. */
const MAKE_FILE = 'true > ';

/**
 * `jobCount` jobs in chains of three, `raw/i` → `a/i` → `b/i` → `c/i`, as patterns where the peer
 * has them. Returns the commands that ask each peer for all of it.
 */
export function writeChains(folder, jobCount) {
  const ids = Array.from({ length: Math.ceil(jobCount / 3) }, (_, i) => String(i));
  for (const name of ['raw', 'a', 'b', 'c']) mkdirSync(join(folder, name), { recursive: true });
  for (const id of ids) writeFileSync(join(folder, 'raw', id), '');

  const steps = [
    ['a', 'raw'],
    ['b', 'a'],
    ['c', 'b'],
  ];
  writeFileSync(
    join(folder, 'flow.yaml'),
    [
      'config: {}',
      'rules:',
      `  all: { input: { expand: "c/{i}", i: ${JSON.stringify(ids)} } }`,
      ...steps.map(
        ([to, from]) =>
          `  ${to}: { input: "${from}/{i}", output: "${to}/{i}", shell: "${MAKE_FILE}{output}" }`,
      ),
    ].join('\n'),
  );
  writeFileSync(
    join(folder, 'flow.ts'),
    [
      "import { expand, rule } from 'dagflow';",
      `const ids = Array.from({ length: ${ids.length} }, (_, i) => String(i));`,
      'export default [',
      "  rule('all', { input: expand('c/{i}', { i: ids }) }),",
      ...steps.map(
        ([to, from]) =>
          `  rule('${to}', { input: '${from}/{i}', output: '${to}/{i}', shell: '${MAKE_FILE}{output}' }),`,
      ),
      '];',
    ].join('\n'),
  );
  writeFileSync(
    join(folder, 'Makefile'),
    [
      // Without it, make tries its own rules for C and others on every file.
      'MAKEFLAGS += -rR',
      `all: ${ids.map((id) => `c/${id}`).join(' ')}`,
      // Explicit rules: with patterns make would take most files for intermediate.
      ...ids.flatMap((id) =>
        steps.map(([to, from]) => `${to}/${id}: ${from}/${id}\n\t@${MAKE_FILE}$@`),
      ),
      '',
    ].join('\n'),
  );
  writeFileSync(
    join(folder, 'build.ninja'),
    [
      `rule make\n  command = ${MAKE_FILE}$out`,
      ...ids.flatMap((id) => steps.map(([to, from]) => `build ${to}/${id}: make ${from}/${id}`)),
      `build all: phony ${ids.map((id) => `c/${id}`).join(' ')}`,
      '',
    ].join('\n'),
  );
  writeFileSync(
    join(folder, 'Snakefile'),
    [
      `rule all:\n    input: expand("c/{i}", i=range(${ids.length}))`,
      ...steps.map(
        ([to, from]) =>
          `rule ${to}:\n    input: "${from}/{i}"\n    output: "${to}/{i}"\n    shell: "${MAKE_FILE}{output}"`,
      ),
      '',
    ].join('\n'),
  );
}

/** Every one of `count` jobs reads all of `count` files. */
export function writeFanIn(folder, count) {
  const ids = Array.from({ length: count }, (_, i) => String(i));
  mkdirSync(join(folder, 'raw'));
  for (const id of ids) writeFileSync(join(folder, 'raw', id), '');
  writeFileSync(
    join(folder, 'flow.yaml'),
    [
      'rules:',
      `  all: { input: { expand: "out/{i}", i: ${JSON.stringify(ids)} } }`,
      '  many:',
      `    input: { expand: "raw/{j}", j: ${JSON.stringify(ids)} }`,
      '    output: "out/{i}"',
      '    shell: "cat {input} > {output}"',
    ].join('\n'),
  );
  const all = ids.map((id) => `raw/${id}`).join(' ');
  writeFileSync(
    join(folder, 'Makefile'),
    `MAKEFLAGS += -rR\nall: ${ids.map((id) => `out/${id}`).join(' ')}\nout/%: ${all}\n\t@cat $^ > $@\n`,
  );
}

/** One job that reads `count` files. */
export function writeWide(folder, count) {
  const ids = Array.from({ length: count }, (_, i) => String(i));
  mkdirSync(join(folder, 'raw'));
  for (const id of ids) writeFileSync(join(folder, 'raw', id), '');
  writeFileSync(
    join(folder, 'flow.ts'),
    [
      "import { expand, rule } from 'dagflow';",
      `const ids = Array.from({ length: ${count} }, (_, i) => String(i));`,
      "export default [rule('all', { input: expand('raw/{i}', { i: ids }), output: 'all.txt', shell: 'true > {output}' })];",
    ].join('\n'),
  );
  const files = ids.map((id) => `raw/${id}`);
  writeFileSync(
    join(folder, 'Makefile'),
    `MAKEFLAGS += -rR\nall.txt: ${files.join(' ')}\n\t@true > $@\n`,
  );
  writeFileSync(
    join(folder, 'build.ninja'),
    `rule make\n  command = true > $out\nbuild all.txt: make ${files.join(' ')}\n`,
  );
}

/** A chain of `count` jobs, each of which reads the file of the one before it. */
export function writeDeep(folder, count) {
  writeFileSync(join(folder, '0'), '');
  writeFileSync(
    join(folder, 'flow.ts'),
    [
      "import { rule } from 'dagflow';",
      'export default [',
      `  rule('all', { input: '${count}' }),`,
      "  rule('step', { input: ({ i }) => String(Number(i) - 1), output: '{i,[1-9][0-9]*}', shell: 'true > {output}' }),",
      '];',
    ].join('\n'),
  );
}
