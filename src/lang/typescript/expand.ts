import { expandPattern } from '../../core/pattern/expand.ts';
