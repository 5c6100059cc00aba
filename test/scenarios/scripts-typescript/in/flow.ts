import { rule } from 'dagflow';

const sum = rule('sum', {
  input: { numbers: ['{name}.a', '{name}.b'] },
  output: '{name}.sum',
  params: { scale: 10 },
  script: 'steps/sum.ts',
});

export default [rule('all', { input: 'x.sum' }), sum];
