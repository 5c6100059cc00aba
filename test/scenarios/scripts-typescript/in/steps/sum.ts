import { readFileSync, writeFileSync } from 'node:fs';
import type { ScriptJob } from 'dagflow';
import { add } from './add.ts';

export default async function sum(job: ScriptJob): Promise<void> {
  const numbers = job.input.all.map((path) => Number(readFileSync(path, 'utf8')));
  const total = add(numbers) * Number(job.params.scale);
  writeFileSync(job.output.all[0] ?? '', `${job.wildcards.name} ${total}\n`);
}
