import { rule } from 'dagflow';
export default [rule('a', { output: 'a', shell: 'touch {output}' })];
