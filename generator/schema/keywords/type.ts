import { defineRecoverableError } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { invalidType } from '../../core/diagnostics/members.js';
import { invalidValue, looseForm } from '../../core/diagnostics/values.js';
import { didYouMean } from '../../core/suggestion.js';
import { describeType, isArray, isObject } from '../../model/read/json.js';
import { report, wrongType } from '../../model/read/schema/schema-builder.js';
import type { SchemaBuilder } from '../../model/read/schema/schema-builder.js';
import type { Json, TypeName } from '../../model/schema.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';

/** A type that JSON Schema does not have. */
export const unknownType: DiagnosticType<{ default: { name: string } }> = defineRecoverableError(
  'unknown-type',
  {
    default: ({ name }) => `"${name}" is not a type`,
  },
);

/** Validation 6.1.1: one name or several, always stored as a list. */
export const type: Keyword<'type'> = {
  name: 'type',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'none',
  read: readTypes,
  accepts: (types, value) => types.some((name) => isOfType(name, value)),
  demand: (types) => `type: ${types.length === 1 ? types[0] : `[${types.join(', ')}]`}`,
};

const TYPE_NAMES: readonly TypeName[] = [
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'string',
  'integer',
];

function readTypes(builder: SchemaBuilder, value: Json): void {
  const { typeArrays, nullType } = builder.scope.dialect;
  const single = typeof value === 'string' && value !== 'null' ? singleTypes.get(value) : undefined;
  if (single !== undefined) {
    builder.keywords.type = single;
    return;
  }
  if (isArray(value) && !typeArrays) {
    return wrongType(builder, 'type', 'one type name', value, {
      hint: 'lists of types need OpenAPI 3.1; in 3.0 write one type and "nullable: true"',
    });
  }
  const names = isArray(value) ? value : [value];
  const known: TypeName[] = [];
  names.forEach((name, index) => {
    const keys = isArray(value) ? ['type', index] : ['type'];
    if (typeof name !== 'string') {
      return report(
        builder,
        invalidType.default({
          what: '"type"',
          expected: 'a type name',
          actual: describeType(name),
        }),
        keys,
      );
    }
    const type = TYPE_NAMES.find((candidate) => candidate === name);
    if (type === undefined) {
      return report(builder, unknownType.default({ name }), keys, didYouMean(name, TYPE_NAMES));
    }
    if (type === 'null' && !nullType) {
      report(builder, looseForm.nullType(), keys, {
        hint: 'use "nullable: true"',
      });
    }
    if (!known.includes(type)) known.push(type);
  });
  if (isArray(value) && value.length === 0)
    return report(builder, invalidValue.empty({ name: 'type', item: 'type' }), ['type']);
  if (known.length > 0) builder.keywords.type = known;
}

/** Lists of one type name, shared by all schemas with that type to save memory. */
const singleTypes: ReadonlyMap<string, readonly TypeName[]> = new Map(
  TYPE_NAMES.map((name) => [name, Object.freeze([name])]),
);

function isOfType(name: TypeName, value: Json): boolean {
  switch (name) {
    case 'null':
      return value === null;
    case 'array':
      return isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === name;
  }
}
