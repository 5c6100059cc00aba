import { rule } from 'dagflow';
const names = Array.from({ length: 300 }, (_, index) => `o/${index}`);
export default [
  rule('all', { input: names }),
  rule('make', { output: 'o/{n}', shell: 'touch {output}' }),
];
