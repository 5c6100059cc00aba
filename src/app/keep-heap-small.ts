/**
 * Keeps V8's young generation at its first size. A plan makes few objects that die early, so one
 * that grows with every collection takes 48 MB, more than all else of a hundred thousand jobs, and
 * saves no time.
 */
export function keepHeapSmall(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
}
