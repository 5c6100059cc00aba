import { testPage } from './page-tests.ts';

testPage('docs/gpu-pools.md');
