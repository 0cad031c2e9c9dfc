import { createFakes, FakeError, type FakeRequest } from '../../../runtime/fakes/create-fakes.js';
import type { FakeTable } from '../../../runtime/fakes/schema.js';
import { matches } from '../../patterns/matches.js';
import type { SchemaId } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import { createLowering } from './lower.js';

/** A table of fakes of the schemas that a plan refers to. */
export interface TablePlan {
  /** Key of a schema, which is added to the table. */
  key(id: SchemaId): string;
  /** Key of a schema, or of the schema that it refers to. */
  target(id: SchemaId): string;
  /** The table of all schemas that have keys. */
  table(): FakeTable;
  /** Creates a function that makes fakes of the table as it is now. It returns `undefined` if none is found. */
  maker(): (request: Pick<FakeRequest, 'schema' | 'direction' | 'seed'>) => unknown;
}

/** Creates a table whose keys are the names of components and of named types. */
export function planTable({ shapes, types, api }: Plan): TablePlan {
  const components = new Map(api.components.map(({ id, name }) => [id, name]));
  const typeNames = new Map(types.map(({ id, identifier }) => [id, identifier.name]));
  const lowering = createLowering(shapes, (id) => components.get(id) ?? typeNames.get(id));
  return {
    key: lowering.key,
    target(id) {
      const subschema = lowering.subschema(id);
      return typeof subschema === 'string' ? subschema : lowering.key(id);
    },
    table: lowering.table,
    maker() {
      const fakes = createFakes(lowering.table(), {
        test: (pattern, text) => matches(shapes.schemas, pattern, text) === true,
      });
      return (request) => {
        try {
          return fakes.make({ ...request, name: 'value' });
        } catch (error) {
          if (error instanceof FakeError) return undefined;
          throw error;
        }
      };
    },
  };
}
