import { expand, grid, lookup, rule } from 'dagflow';

export default () => {
  const rows = lookup({ table: 'points.csv', all: true });
  const space = grid(rows.map(({ sigma, method = '' }) => ({ sigma: Number(sigma), method })));
  const spots = rule('spots', {
    output: `spots/${space.pattern}.json`,
    params: { point: space.params },
    script: 'spots.py',
  });
  return [rule('all', { input: expand(spots.output, space.values, { zip: true }) }), spots];
};
