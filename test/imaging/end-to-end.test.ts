import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoConfig, runDemo } from '../rigs/imaging-demo.ts';
test('x', async () => {
  const t = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'));
  const run = await runDemo(folder, demoConfig());
  console.log(folder, performance.now() - t, run.truths.size);
});
