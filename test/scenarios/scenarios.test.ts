import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { normalise, parseSession, sessionText, type Step } from './session.ts';

// Each folder beside this file is a scenario: `in/` is what is there before, `session.txt` what is
// typed and shown, `out/` what is there after. `UPDATE=1` writes sessions anew; the diff is the
// review. A scenario that fails keeps its folder and says where it is.

const here = import.meta.dirname;
const program = resolve(here, '../../dist/flow.cjs');
const names = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Compiled workflow files, shared by all scenarios as by all runs of a user. */
const cache = mkdtempSync(join(tmpdir(), 'flow-cache-'));
const bin = join(cache, 'bin');
mkdirSync(bin);
writeFileSync(join(bin, 'flow'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
chmodSync(join(bin, 'flow'), 0o755);
afterAll(() => rmSync(cache, { recursive: true, force: true }));

test.for(names)('%s', (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `flow-${name}-`));
  const scenario = join(here, name);
  if (existsSync(join(scenario, 'in'))) cpSync(join(scenario, 'in'), folder, { recursive: true });
  const { why, steps } = parseSession(readFileSync(join(scenario, 'session.txt'), 'utf8'));

  const shown = steps.map((step) => carryOut(step, folder));
  if (process.env['UPDATE'] === '1') {
    writeFileSync(join(scenario, 'session.txt'), sessionText(why, shown));
  }
  expect(sessionText(why, shown), `kept in ${folder}`).toBe(sessionText(why, steps));
  for (const path of filesBelow(join(scenario, 'out'))) {
    const made = join(folder, path);
    expect(existsSync(made), `${path} is missing in ${folder}`).toBe(true);
    expect(readFileSync(made), `${path} in ${folder}`).toEqual(
      readFileSync(join(scenario, 'out', path)),
    );
  }
  rmSync(folder, { recursive: true, force: true });
});

function carryOut({ command }: Step, folder: string): Step {
  const { PATH = '' } = process.env;
  const { stdout, status } = spawnSync('bash', ['-c', `exec 2>&1; ${command}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${bin}:${PATH}`, HOME: cache, XDG_CACHE_HOME: cache, LC_ALL: 'C.UTF-8' },
  });
  return { command, shown: normalise(stdout, folder), exitCode: status ?? -1 };
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
