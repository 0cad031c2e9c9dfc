import { testDialect } from '../conformance/json-schema/agreement.js';

for (const dialect of ['openapi-3.0', '4', '6', '7', '2019-09'] as const)
  testDialect(20_000, dialect);
