import { expand, rule, workflow, z } from 'dagflow';

export default workflow({
  config: z.object({ cycles: z.array(z.number()).default([1, 2, 3]) }),
  rules: (config) => {
    const stitch = rule('stitch', {
      input: 'raw/{cycle}',
      output: 'stitched/{cycle}',
      expect: ({ cycle }) => `${Number(cycle) * 2} min`,
      shell: 'cp {input} {output}',
    });
    const merge = rule('merge', {
      input: expand(stitch.output, { cycle: config.cycles }),
      output: 'merged',
      resources: { licences: 1 },
      shell: 'cat {input} > {output}',
    });
    return [merge, stitch];
  },
});
