import type { Schema } from '../schema.js';
import type { StandardSchemaProperties } from '../standard-schema.js';
import type { JsonDefinition } from './definition.js';
import { jsonSchemaOf } from './json-schema-of.js';

/** Converter of a Standard JSON Schema (https://standardschema.dev/json-schema), version 1. */
export interface StandardJsonSchemaConverter {
  /**
   * JSON Schema of the values that the schema accepts.
   *
   * @throws JsonSchemaError if the target is unknown or cannot express the schema, or if its values are no JSON.
   */
  readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
  /** The same, because validation does not change a value. */
  readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
}

/** Options of a converter. */
export interface StandardJsonSchemaOptions {
  /** Dialect of the JSON Schema. Others than the three that are listed are not supported. */
  readonly target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0' | ({} & string);
  /** Ignored. It is intended for other libraries. */
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** A named schema that is also a Standard JSON Schema. */
export interface DescribedSchema<Value> extends Schema<Value> {
  readonly '~standard': StandardSchemaProperties<Value, Value> & {
    readonly jsonSchema: StandardJsonSchemaConverter;
  };
}

/** Adds the JSON Schema of a definition to a schema. */
export function describedSchema(
  schema: Schema<never>,
  definition: JsonDefinition,
): DescribedSchema<never> {
  const convert = ({ target }: StandardJsonSchemaOptions): Record<string, unknown> =>
    jsonSchemaOf(definition, target);
  return {
    ...schema,
    '~standard': { ...schema['~standard'], jsonSchema: { input: convert, output: convert } },
  };
}
