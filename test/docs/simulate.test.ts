import { testPage } from './page-tests.ts';

testPage('docs/simulate.md');
