import type { Json } from '../../../generator/model/schema.js';
import type { CompileOptions } from '../../../generator/emit/validators/compile-checks.js';
import { compileAll, type CompiledCheck } from '../../conformance/json-schema/compile.js';

/** Compiles one schema as OpenAPI 3.1 reads it; its violations name the document `api.yaml`. */
export function compile(schema: Json, options: CompileOptions = {}): CompiledCheck {
  const [check] = compileAll([{ schema, dialect: 'openapi-3.1', uri: 'api.yaml' }], options);
  if (check === undefined) throw new Error('one schema makes one check');
  return check;
}
