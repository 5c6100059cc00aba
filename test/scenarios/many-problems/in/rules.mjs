import { rule } from 'dagflow';
export default Array.from({ length: 1000 }, (_, index) =>
  rule(`r${index}`, { outptu: 'x', shell: 'touch x' }),
);
