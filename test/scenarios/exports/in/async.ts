import { rule, workflow } from 'dagflow';
export default workflow({ rules: (async () => [rule('a', { output: 'a', shell: 'touch {output}' })]) as never });
