import { resolve } from 'node:path';
import { testPage } from './page-tests.ts';

/** A machine with two cards. */
const GPU_PROGRAMS = resolve(import.meta.dirname, '../rigs/gpu-programs');

testPage('docs/gpus.md', GPU_PROGRAMS);
