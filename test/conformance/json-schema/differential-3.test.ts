import { testAgreement } from './agreement.js';

testAgreement(131, 167);
