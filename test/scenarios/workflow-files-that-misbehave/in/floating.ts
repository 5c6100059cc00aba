import { setTimeout } from 'node:timers/promises';
import { rule } from 'dagflow';

void Promise.reject(new Error('nobody waits'));
const input = async (): Promise<string[]> => await setTimeout(1000, []);
export default [rule('a', { input, output: 'floating', shell: 'touch {output}' })];
