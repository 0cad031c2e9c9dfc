import { byteForms } from '../../model/analysis/binary-forms.js';
import type { Json, SchemaId } from '../../model/schema.js';
import { createShapes } from '../../model/shape/create-shapes.js';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import { createFakeValues } from '../fake-tables/fake-values.js';
import type { ValuePlan } from './plan.js';
import { memberSchemas } from './member-schemas.js';

/** Values that clients send, in their wire form. */
export interface ExampleValues {
  /** True if an example satisfies its schema. */
  isValid(schema: SchemaId, value: Json): boolean;
  /** A value from the schema: its example, its default, or a fake. Returns `undefined` if none is found. */
  derive(schema: SchemaId): ValuePlan | undefined;
}

/** Creates the values of the requests of all operations. */
export function createExampleValues(plan: Plan): ExampleValues {
  const { api } = plan;
  // Integers are numbers and dates are texts here, as in JSON.
  const shapes = createShapes(api.schemas, 'number', new Set(), byteForms(api));
  const values = createFakeValues(shapes, plan.operations.flatMap(requestSchemas), 'send');
  return {
    isValid: values.isValid,
    derive(id) {
      const value = values.fake(id, { name: 'value' });
      return value === undefined ? undefined : valueOf(value, id);
    },
  };

  function valueOf(value: unknown, schema: SchemaId | undefined): ValuePlan {
    if (isJson(value)) return { kind: 'json', value, ...(schema !== undefined && { schema }) };
    if (Array.isArray(value))
      return { kind: 'list', items: value.map((item: unknown) => valueOf(item, undefined)) };
    if (!isPlainObject(value)) return { kind: 'file', text: fileText };
    const schemas = schema === undefined ? undefined : memberSchemas(api.schemas, schema);
    return {
      kind: 'object',
      members: new Map(
        Object.entries(value).map(([name, member]) => [name, valueOf(member, schemas?.get(name))]),
      ),
    };
  }
}

/** Contents of files of which the description has no example. */
export const fileText = 'example';

function requestSchemas({ operation }: OperationPlan): readonly SchemaId[] {
  const { parameters, request, binding } = operation;
  const params = binding.kind === 'json-rpc' ? binding.params.members : [];
  const contents = request?.contents ?? [];
  return [
    ...parameters.map(({ schema }) => schema),
    ...params.map(({ schema }) => schema),
    ...contents.flatMap(({ schema }) => schema ?? []),
    ...contents.flatMap(({ parts = [] }) =>
      parts.flatMap(({ headers }) => headers.map(({ schema }) => schema)),
    ),
  ];
}

function isJson(value: unknown): value is Json {
  if (value === null) return true;
  if (typeof value !== 'object')
    return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
  if (Array.isArray(value)) return value.every(isJson);
  return isPlainObject(value) && Object.values(value).every(isJson);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
