import { rule } from 'dagflow';
setTimeout(() => {
  throw new Error('later');
}, 1);
export default [rule('a', { output: 'a', shell: 'sleep 30' })];
