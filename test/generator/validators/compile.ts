import type { Violation } from '../../../runtime/core/check.js';
import type { Json } from '../../../generator/model/schema.js';
import type { CompileOptions } from '../../../generator/checks/compile-checks.js';
import { compileAll, type CompiledCheck } from '../../conformance/json-schema/compile.js';

/** Compiles one schema as OpenAPI 3.1 reads it; its violations name the document `api.yaml`, and are plain data. */
export function compile(schema: Json, options: CompileOptions = {}): CompiledCheck {
  const [check] = compileAll([{ schema, dialect: 'openapi-3.1', uri: 'api.yaml' }], options);
  if (check === undefined) throw new Error('one schema makes one check');
  return { is: check.is, check: (value) => plain(check.check(value)) };
}

/** Violations as a program that receives them reads them. */
function plain(violations: readonly Violation[]): readonly Violation[] {
  return JSON.parse(JSON.stringify(violations)) as readonly Violation[];
}
