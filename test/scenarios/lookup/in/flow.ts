import { expand, lookup, rule } from 'dagflow';

const table = 'samples.tsv';

export default () => {
  const join = rule('join', {
    input: ({ sample }) => lookup({ table, where: { sample }, column: ['left', 'right'] }),
    output: '{sample}.txt',
    params: { title: ({ sample }) => lookup({ table, where: { sample }, column: 'title' }) },
    shell: `
      echo {params.title} > {output}
      cat {input} >> {output}
    `,
  });
  const samples = lookup({ table, column: 'sample', all: true });
  return [rule('all', { input: expand(join.output, { sample: samples }) }), join];
};
