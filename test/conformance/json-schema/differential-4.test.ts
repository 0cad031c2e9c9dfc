import { testAgreement } from './agreement.js';

testAgreement(199, 233);
