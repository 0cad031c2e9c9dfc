import { testAgreement, testDialect } from './agreement.js';

testAgreement(50_000, 11);
for (const dialect of ['openapi-3.0', '4', '6', '7', '2019-09'] as const)
  testDialect(5000, dialect);
