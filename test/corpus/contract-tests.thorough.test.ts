import { testContracts } from './contract-tests.js';
import { documents } from './documents.js';

/** Documents with links, files, forms and many examples. */
const chosen = [
  '1password.local__connect.json',
  'kin-openapi__petstore__3.0.json',
  'listennotes.com.json',
  'surevoip.co.uk.json',
];

testContracts(
  'contract-tests',
  documents.filter(({ file }) => chosen.includes(file)),
  { passed: 200, failed: 0, compilers: ['typescript-7'] },
);
