import { rule } from 'dagflow';
setInterval(() => undefined, 1000);
console.log('printed by the workflow file');
export default [rule('a', { output: 'a', shell: 'touch {output}' })];
