import { rule, workflow } from 'dagflow';

const output = '{name}.out';
const slow = rule('slow', { input: '{name}.in', output, shell: 'echo slow > {output}' });
const fast = rule('fast', { input: '{name}.cache', output, shell: 'echo fast > {output}' });

export default workflow({ order: [[fast, slow]], rules: [slow, fast] });
