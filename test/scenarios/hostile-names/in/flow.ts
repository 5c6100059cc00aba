import { rule, workflow } from 'dagflow';
import { readdirSync } from 'node:fs';

const copy = rule('copy', {
  input: 'in/{name}',
  output: 'out/{name}',
  shell: 'cat < {input} > "{output}"',
});
const names = readdirSync('in').toSorted();
export default workflow({
  rules: () => [rule('all', { input: () => names.map((name) => `out/${name}`) }), copy],
});
