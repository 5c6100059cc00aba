import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentOf, shellText } from '../../model/commands.ts';
import type { InputSpec, JobSpec } from '../../model/history.ts';

// The histories' commands exist twice, as a function and for bash; they have to agree.

const input = (file: string, edge: InputSpec['edge'] = 'data'): InputSpec => {
  return { file, edge, name: undefined };
};
const job = (changes: Partial<JobSpec>): JobSpec => ({
  key: 'j0',
  name: 'j0',
  inputs: [],
  outputs: [
    { file: 'out', isTemp: false, isOptional: false },
    { file: 'other', isTemp: true, isOptional: false },
  ],
  code: 0,
  params: 3,
  isCoarse: false,
  hasCommand: true,
  ...changes,
});

test.for([
  job({}),
  job({ inputs: [input('a'), input('b')], code: 2 }),
  job({ inputs: [input('a', 'order'), input('b', 'ancient'), input('c', 'final')] }),
  job({ inputs: [input('b'), input('a')], isCoarse: true }),
])('bash makes the same of $inputs', (spec) => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-commands-'));
  try {
    const contents: Record<string, string> = { a: '12.5', b: '7.e3' };
    for (const [file, content] of Object.entries(contents)) {
      writeFileSync(join(folder, file), `${content}\n`);
    }
    // With a socket as its input, bash may take itself for a login from afar, and read its startup file.
    const args = ['--norc', '-euo', 'pipefail', '-c', shellText(spec)];
    expect(spawnSync('bash', args, { cwd: folder, encoding: 'utf8' }).stderr).toBe('');
    const read = spec.inputs
      .filter(({ edge }) => edge === 'data' || edge === 'final')
      .map(({ file }) => contents[file]);
    const made = spec.outputs.map(({ file }) => readFileSync(join(folder, file), 'utf8'));
    expect(made).toEqual([0, 1].map((place) => `${contentOf(spec, place, read)}\n`));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
