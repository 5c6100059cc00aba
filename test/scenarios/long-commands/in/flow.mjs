import { rule } from 'dagflow';
const long = 'x'.repeat(300_000);
export default [
  rule('count', { output: 'count', shell: `printf ${long} | wc -c > {output}` }),
  rule('fails', { output: 'fails', shell: `false ${long}` }),
  rule('argument', { output: 'argument', exec: ['echo', long] }),
];
