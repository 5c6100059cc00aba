import { testPage } from './page-tests.ts';

testPage('docs/tutorial.md');
