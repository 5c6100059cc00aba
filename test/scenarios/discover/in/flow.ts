import { discover, expand, rule } from 'dagflow';

export default () => {
  const found = discover('raw/plate-{plate}/{well,[A-P][0-9]+}.txt');
  const size = rule('size', {
    input: 'raw/plate-{plate}/{well}.txt',
    output: 'sizes/{plate}/{well}',
    shell: 'wc -c < {input} > {output}',
  });
  return [rule('all', { input: expand(size.output, found, { zip: true }) }), size];
};
