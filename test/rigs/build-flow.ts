import { execFileSync } from 'node:child_process';

/** Said by the first project that needs the program, so that the others do not build it again. */
const BUILT = 'FLOW_TEST_BUILT';

/** These tests type at the built program, as users do; running it in their process hides bugs. */
export function setup(): void {
  if (process.env[BUILT] === '1') return;
  execFileSync(process.execPath, ['build.mjs', '--no-types'], { stdio: 'inherit' });
  process.env[BUILT] = '1';
}
