import { testNameLocks } from './name-locks.js';

testNameLocks(['1password.local__connect.json', 'adobe.com__aem.json']);
