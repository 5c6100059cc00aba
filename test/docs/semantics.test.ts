import { testPage } from './page-tests.ts';

testPage('docs/semantics.md');
