import { existsSync } from 'node:fs';
import { rule } from 'dagflow';

setInterval(() => {
  if (existsSync('started')) throw new Error('later');
}, 10);
export default [rule('a', { output: 'later', shell: 'touch started; sleep 1000' })];
