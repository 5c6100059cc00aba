import { testPage } from './page-tests.ts';

testPage('docs/rules.md');
