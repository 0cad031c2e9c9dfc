import { noFormats } from '../../../generator/model/analysis/converted-formats.js';
import { readSchemaDocument } from '../../../generator/model/read/schema/read-schema.js';
import {
  createJsonSchemas,
  type JsonDefinition as Planned,
} from '../../../generator/json-schema/json-schemas.js';
import {
  jsonSchemaOf,
  JsonSchemaError,
  type JsonDefinition,
  type JsonSchemaTarget,
} from '../../../runtime/core/validate/index.js';
import type { SchemaSource } from './compile.js';

/** The JSON Schema that a package with a schema would have; `undefined` if the target cannot express it. */
export function emittedSchema(
  { schema, dialect, registry, uri = 'https://schemas.test/schema.json' }: SchemaSource,
  target: JsonSchemaTarget,
): Record<string, unknown> | undefined {
  const read = readSchemaDocument(schema, { uri, dialect, ...(registry && { registry }) });
  if (read.value === undefined) throw new Error('the schema is read');
  const { schemas, root } = read.value;
  const shapes = { schemas, int64: 'number', converted: noFormats, bytes: textOnly } as const;
  const id = { id: root, direction: 'both' } as const;
  const created = createJsonSchemas(shapes, [id], (each) => (each === root ? 'Value' : undefined));
  const definition = created.define(id);
  try {
    return jsonSchemaOf(linked(definition, created.definitions(), new Map()), target);
  } catch (error) {
    if (error instanceof JsonSchemaError && error.code === 'unsupported-keyword') return undefined;
    throw error;
  }
}

const textOnly = () => 'text' as const;

/** A definition as it is in generated code, which refers to others by functions. */
export function linked(
  { name, schema, uses, isConverted }: Planned,
  all: ReadonlyMap<string, Planned>,
  known: Map<string, JsonDefinition>,
): JsonDefinition {
  const before = known.get(name);
  if (before !== undefined) return before;
  const definition: JsonDefinition = {
    name,
    schema,
    get uses() {
      return uses.flatMap((each) => {
        const used = all.get(each);
        return used === undefined ? [] : [linked(used, all, known)];
      });
    },
    ...(isConverted ? { isConverted } : {}),
  };
  known.set(name, definition);
  return definition;
}
