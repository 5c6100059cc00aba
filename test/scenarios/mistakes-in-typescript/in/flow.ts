import { rule, workflow } from 'dagflow';

export default workflow({
  rules: () => {
    const stitch = rule('stitch', {
      input: ({ cycle }) => `raw/${cycle.toUpperCase().missing.name}.tif`,
      output: 'stitched/{cycle}.tif',
      shell: 'stitch {input} {output}',
    });
    const all = rule('all', { input: 'stitched/1.tif' });
    return [all, stitch];
  },
});
