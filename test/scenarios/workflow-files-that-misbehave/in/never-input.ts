import { rule } from 'dagflow';
export default [rule('a', { input: () => new Promise<string>(() => {}), output: 'a', shell: 'touch {output}' })];
