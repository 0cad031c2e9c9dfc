import { createFakes, FakeError } from '../../../runtime/fakes/create-fakes.js';
import { FakeMaker } from '../../../runtime/fakes/maker.js';
import type { FakeSubschema, FakeTable } from '../../../runtime/fakes/schema.js';
import type { SchemaId } from '../../model/schema.js';
import type { Shapes } from '../../model/shape/shape.js';
import { matches } from '../../patterns/matches.js';
import { createLowering } from './lower.js';

/** Input of one fake beside its schema. */
export interface FakeRequest {
  /** Name for its texts. */
  readonly name: string;
  readonly seed?: number;
  readonly overrides?: object;
}

/** Values of schemas that the generator itself makes and checks, as the emitter `fakes` would. */
export interface FakeValues {
  readonly table: FakeTable;
  readonly maker: FakeMaker;
  /** The entry of a schema. A schema that was not named accepts everything. */
  subschema(id: SchemaId): FakeSubschema;
  /** A value from the schema: its example, its default, or a fake. Returns `undefined` if none is found. */
  fake(id: SchemaId, request: FakeRequest): unknown;
  /** True if a value satisfies its schema. */
  isValid(id: SchemaId, value: unknown): boolean;
}

/** Creates the values of schemas that travel in one direction. */
export function createFakeValues(
  shapes: Shapes,
  schemas: readonly SchemaId[],
  direction: 'send' | 'receive',
): FakeValues {
  const lowering = createLowering(shapes, () => undefined);
  const lowered = new Map<SchemaId, FakeSubschema>();
  for (const id of schemas) lowered.set(id, lowering.subschema(id));
  const table = lowering.table();
  const test = (pattern: string, text: string): boolean =>
    matches(shapes.schemas, pattern, text) === true;
  const fakes = createFakes(table, { test });
  const maker = new FakeMaker({ table, direction, texts: undefined, test });
  const subschema = (id: SchemaId): FakeSubschema => lowered.get(id) ?? true;
  return {
    table,
    maker,
    subschema,
    fake(id, request) {
      try {
        return fakes.make({ ...request, schema: subschema(id), direction });
      } catch (error) {
        if (error instanceof FakeError) return undefined;
        throw error;
      }
    },
    isValid: (id, value) => maker.satisfies([subschema(id)], value),
  };
}
