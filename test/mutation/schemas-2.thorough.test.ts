import { testAgreement } from '../conformance/json-schema/agreement.js';

testAgreement(62_500, 131, 167, 199, 233);
