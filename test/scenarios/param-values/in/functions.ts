import { rule } from 'dagflow';

export default [
  rule('all', { input: ['answers-1', 'throws-1', 'misspelt-1'] }),
  rule('answers', { output: 'answers-{n}', params: { f: () => () => 1 } as any, shell: 'touch {output}' }),
  rule('throws', {
    output: 'throws-{n}',
    params: {
      f: () => {
        throw new Error('no value');
      },
    },
    shell: 'touch {output}',
  }),
  rule('misspelt', { output: 'misspelt-{n}', params: { f: ({ m }: any) => m }, shell: 'touch {output}' }),
];
