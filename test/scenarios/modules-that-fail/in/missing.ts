import { a } from './lib/gone.ts';
import b from 'no-such-package-at-all';
export default [a, b];
