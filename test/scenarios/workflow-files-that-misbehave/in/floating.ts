import { rule } from 'dagflow';
void Promise.reject(new Error('nobody waits'));
export default [rule('a', { output: 'floating', shell: 'sleep 3' })];
