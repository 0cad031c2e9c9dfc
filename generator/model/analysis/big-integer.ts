import type { KeywordSchema, Schema, SchemaId, SchemaTable } from '../schema.js';

/** How a program holds integers of 64 bits: as the double that JSON.parse makes, or exactly. */
export type Int64 = 'number' | 'bigint';

/**
 * Whether a schema describes an integer of 64 bits (OpenAPI's formats `int64` and `uint64`). One that lists its values is known by
 * them and stays a number, unless it lists one that no number is, as does a text of digits.
 */
export function isBigInteger(schema: Schema): schema is KeywordSchema {
  if (schema.kind === 'boolean') return false;
  const { format, type, const: constant, enum: values } = schema.keywords;
  if (format !== 'int64' && format !== 'uint64') return false;
  const listed = constant === undefined ? values : [constant.value];
  if (listed?.some((value) => typeof value === 'bigint') === false) return false;
  return type !== undefined && (type.includes('integer') || type.includes('number'));
}

/** Schemas that apply to the very value that a schema describes. */
export function appliedInPlace(
  { keywords }: KeywordSchema,
  schemas: SchemaTable,
): readonly SchemaId[] {
  const { $ref, $dynamicRef, allOf = [], anyOf = [], oneOf = [] } = keywords;
  const dynamic =
    $dynamicRef === undefined
      ? []
      : [...schemas.values()].flatMap((schema) =>
          schema.kind === 'keywords' && schema.keywords.$dynamicAnchor === $dynamicRef.anchor
            ? [schema.id]
            : [],
        );
  return [
    $ref,
    $dynamicRef?.initial,
    ...dynamic,
    ...allOf,
    ...anyOf,
    ...oneOf,
    keywords.if,
    keywords.then,
    keywords.else,
    ...(keywords.dependentSchemas ?? []).map(([, id]) => id),
  ].filter((id) => id !== undefined);
}
