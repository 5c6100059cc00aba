import { execFileSync } from 'node:child_process';

/** These tests type at the built program, as users do; running it in their process hides bugs. */
export function setup(): void {
  execFileSync(process.execPath, ['build.mjs', '--no-types'], { stdio: 'inherit' });
}
