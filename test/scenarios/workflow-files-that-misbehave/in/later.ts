import { rule } from 'dagflow';
setTimeout(() => {
  throw new Error('later');
}, 1);
export default [rule('a', { output: 'later', shell: 'sleep 3' })];
