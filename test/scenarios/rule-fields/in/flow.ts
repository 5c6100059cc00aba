import { rule } from 'dagflow';

export default [
  rule('all', { input: ['a.out', 'bench/a.tsv'] }),
  rule('count', {
    input: '{name}.in',
    output: '{name}.out',
    benchmark: 'bench/{name}.tsv',
    message: 'a message, a benchmark and where a job runs are no reasons',
    shell: 'wc -l < {input} > {output}',
  }),
];
