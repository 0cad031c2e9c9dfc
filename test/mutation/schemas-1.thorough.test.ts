import { testAgreement } from '../conformance/json-schema/agreement.js';

testAgreement(62_500, 11, 47, 83, 101);
