import { testPage } from './page-tests.ts';

testPage('docs/runs.md');
