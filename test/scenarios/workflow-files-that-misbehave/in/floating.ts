import { rule } from 'dagflow';
void Promise.reject(new Error('nobody waits'));
export default [rule('a', { output: 'a', shell: 'sleep 30' })];
