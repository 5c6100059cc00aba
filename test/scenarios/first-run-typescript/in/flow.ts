import { expand, rule, workflow, z } from 'dagflow';

export default workflow({
  config: z.object({ samples: z.array(z.string()).default(['a', 'b']) }),
  rules: (config) => {
    const count = rule('count', {
      input: 'texts/{sample}.txt',
      output: 'counts/{sample}.txt',
      shell: 'wc -w < {input} > {output}',
    });
    const report = rule('report', {
      input: expand(count.output, { sample: config.samples }),
      output: 'report.txt',
      shell: 'cat {input} > {output}',
    });
    return [report, count];
  },
});
