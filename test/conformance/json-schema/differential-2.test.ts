import { testAgreement } from './agreement.js';

testAgreement(83, 101);
