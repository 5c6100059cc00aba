import { discover, expand, rule } from 'dagflow';

export default rule('all', {
  input: expand('sizes/{well}', discover('raw/plate-1/{well.txt')),
});
