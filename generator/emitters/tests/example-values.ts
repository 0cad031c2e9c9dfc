import { createFakes, FakeError } from '../../../runtime/fakes/create-fakes.js';
import { FakeMaker } from '../../../runtime/fakes/maker.js';
import type { FakeSubschema } from '../../../runtime/fakes/schema.js';
import { byteForms } from '../../model/analysis/binary-forms.js';
import type { Json, SchemaId } from '../../model/schema.js';
import { createShapes } from '../../model/shape/create-shapes.js';
import { matches } from '../../patterns/matches.js';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import { createLowering } from '../fake-tables/lower.js';
import type { ValuePlan } from './plan.js';
import { memberSchemas } from './member-schemas.js';

/** Values that clients send, in their wire form. */
export interface ExampleValues {
  /** True if an example satisfies its schema. */
  isValid(schema: SchemaId, value: Json): boolean;
  /** A value from the schema: its example, its default, or a fake. Returns `undefined` if none is found. */
  derive(schema: SchemaId): ValuePlan | undefined;
}

/** Direction of all values: clients send them. */
const direction = 'send';

/** Creates the values of the requests of all operations. */
export function createExampleValues(plan: Plan): ExampleValues {
  const { api } = plan;
  // Integers are numbers and dates are texts here, as in JSON.
  const shapes = createShapes(api.schemas, 'number', new Set(), byteForms(api));
  const lowering = createLowering(shapes, () => undefined);
  const lowered = new Map<SchemaId, FakeSubschema>();
  for (const id of plan.operations.flatMap(requestSchemas)) lowered.set(id, lowering.subschema(id));
  const table = lowering.table();
  const test = (pattern: string, text: string): boolean =>
    matches(shapes.schemas, pattern, text) === true;
  const fakes = createFakes(table, { test });
  const maker = new FakeMaker({ table, direction, texts: undefined, test });
  return {
    isValid: (id, value) => maker.satisfies([lowered.get(id) ?? true], value),
    derive(id) {
      try {
        const schema = lowered.get(id) ?? true;
        return valueOf(fakes.make({ schema, name: 'value', direction }), id);
      } catch (error) {
        if (error instanceof FakeError) return undefined;
        throw error;
      }
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
