import { rule, workflow, z } from 'dagflow';

export default workflow({
  config: z.object({ count: z.number().int().min(1), name: z.string().default('x') }),
  rules: (config) => [rule('a', { output: 'a', shell: `echo ${config.count} > {output}` })],
});
