import { isFixOnly } from '../../plan/schemas/fix-schemas.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { emitJsonSchemas } from './emit-json-schemas.js';
import { planJsonSchemas, type JsonSchemasPlan } from './plan.js';

/** The JSON Schema of every named type, for the exported schemas. */
export const jsonSchemasEmitter: Emitter<JsonSchemasPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'json-schemas',
  isOptIn: true,
  requires: ['validators'],
  plan: ({ plan, names }) => (isFixOnly(plan) ? undefined : planJsonSchemas(plan, names)),
  emit: (part, { plan, reporter }) => [emitJsonSchemas(part, plan, reporter)],
});
