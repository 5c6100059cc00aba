import { rule } from 'dagflow';
const names = Array.from({ length: 1000 }, (_, index) => `o/${index}`);
export default [rule('all', { input: names })];
