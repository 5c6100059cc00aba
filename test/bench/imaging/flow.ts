import { directory, rule, workflow, z } from 'dagflow';

export default workflow({
  config: z.object({ rounds: z.number().int().default(3) }),
  rules: ({ rounds }) => {
    const arrays = rule('arrays', {
      output: { folder: directory('arrays') },
      script: 'arrays.ts',
    });
    return [
      rule('ours', {
        input: { folder: arrays.output.folder },
        output: { seconds: 'seconds.json' },
        params: { rounds },
        threads: 2,
        script: 'ours.ts',
        default: true,
      }),
      arrays,
    ];
  },
});
