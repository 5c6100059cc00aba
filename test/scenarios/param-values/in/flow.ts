import { rule } from 'dagflow';

const circle: any = {};
circle.itself = circle;
export default [
  rule('a', {
    output: 'a',
    params: { symbol: Symbol('x'), big: 10n, nan: NaN, map: new Map(), nothing: undefined, circle } as any,
    shell: 'touch {output}',
  }),
  rule('b', { output: 'b', params: { f: class X {} as any }, shell: 'touch {output}' }),
];
