import { testAgreement } from './agreement.js';

testAgreement(11, 47);
