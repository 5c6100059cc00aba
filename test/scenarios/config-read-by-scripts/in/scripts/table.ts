import { writeFileSync } from 'node:fs';
import type { ScriptJob } from 'dagflow';

type Config = { detect: Record<string, unknown>; cycles: number[] };

export default function table({ output, config }: ScriptJob<{ config: Config }>): void {
  const lines = config.cycles.map((cycle) => `${cycle} ${JSON.stringify(config.detect)}\n`);
  writeFileSync(output.all[0] ?? '', lines.join(''));
}
