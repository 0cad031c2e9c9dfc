import { testContracts } from './contract-tests.js';
import { documents, isSmall, isValid } from './documents.js';

testContracts('contract-tests-sample', documents.filter(isValid).filter(isSmall).slice(7, 9), {
  passed: 5,
  failed: 0,
  compilers: ['typescript-7'],
});
