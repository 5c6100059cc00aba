import { testPage } from './page-tests.ts';

testPage('README.md');
