import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ExecutorRig } from './executor-rig.ts';

/** 100 MB, which `tail` has whole when it begins to write, and keeps as long as nobody takes them. */
const HOLD_100_MB =
  'head -c 100000000 /dev/zero | tail -c 100000000 | { head -c 1; sleep 1.5; wc -c; } >&2';
const BURN =
  'for ((i = 0; i < 100000; i++)); do :; done; sh -c "i=0; while [ \\$i -lt 100000 ]; do i=\\$((i+1)); done"';

/** What jobs are seen to use, where it can be seen. */
export function describeUsage(rig: () => ExecutorRig): void {
  describe.skipIf(!existsSync('/proc/self'))('usage', () => {
    test('the memory of all processes of a job is seen, also of those that left its group', async () => {
      for (const shell of [HOLD_100_MB, `setsid --wait bash -c '${HOLD_100_MB}'`]) {
        const { spec, outcome } = rig().launch({ shell });
        expect((await outcome).kind).toBe('succeeded');
        expect(rig().usage(spec)?.peakRssMib).toBeGreaterThan(95);
        expect(rig().usage(spec)?.peakRssMib).toBeLessThan(140);
      }
    });

    test('the times of a job and its children are what the job says itself', async () => {
      const { spec, outcome } = rig().launch({ shell: `${BURN}; times; sleep 2.5` });
      await outcome;
      const said = secondsIn(rig().read(spec.logFile) ?? '');
      expect(said).toBeGreaterThan(0.05);
      // Clock ticks and what came after `times`; on a busy machine the rest costs more, too.
      expect(Math.abs((rig().usage(spec)?.cpuS ?? 0) - said)).toBeLessThan(0.1 + said / 5);
    });

    test('a job that failed tells what it used, too', async () => {
      const { spec, outcome } = rig().launch({ shell: `${HOLD_100_MB}; exit 3` });
      expect(await outcome).toMatchObject({ kind: 'failed', exitCode: 3 });
      expect(rig().usage(spec)?.peakRssMib).toBeGreaterThan(95);
    });
  });
}

/** All times of bash's `times`, `0m0.120s`. */
function secondsIn(text: string): number {
  const times = [...text.matchAll(/(?<minutes>\d+)m(?<seconds>[\d.]+)s/gu)];
  if (times.length !== 4) throw new Error(`no times: ${text}`);
  return times
    .map(({ groups }) => Number(groups?.['minutes']) * 60 + Number(groups?.['seconds']))
    .reduce((sum, it) => sum + it, 0);
}
