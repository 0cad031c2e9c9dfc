import { childOrigin } from '../../core/origin.js';
import type { SchemaId, SchemaTable, TypeName } from '../../model/schema.js';
import { isOfType } from '../../model/shape/types.js';
import type { Rule } from '../rule.js';

/** At least one type is allowed by a schema with all its references and parts, and at least one listed value has an allowed type. */
export const contradictoryTypes: Rule = (api, reporter) => {
  const known = new Map<SchemaId, Types>();
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { allOf, $ref, type, enum: values } = schema.keywords;
    if (
      type !== undefined &&
      values !== undefined &&
      !values.some((value) => isOfType(value, type))
    ) {
      const isText = type.includes('string') && values.some((value) => value !== null);
      reporter.warning(
        'contradictory-types',
        childOrigin(schema.origin, 'enum'),
        `none of these values has the type that the schema asks for, ${type.map((name) => `"${name}"`).join(' or ')}`,
        { part: 'key', ...(isText && { hint: 'put them in quotes if they are text' }) },
      );
    }
    if (allOf === undefined && $ref === undefined) continue;
    if (typesOf(api.schemas, schema.id, known)?.size !== 0 || type?.length === 0) continue;
    const parts = [...(allOf ?? []), ...($ref === undefined ? [] : [$ref])];
    // A part that allows no type itself is reported for its own schema.
    if (parts.some((part) => typesOf(api.schemas, part, known)?.size === 0)) continue;
    reporter.warning(
      'contradictory-types',
      childOrigin(schema.origin, allOf === undefined ? '$ref' : 'allOf'),
      `no value has all the types that ${allOf === undefined ? 'the schema and what it refers to' : 'the parts'} ask for`,
      { part: 'key' },
    );
  }
};

/** Remaining types; `undefined` if all are allowed. `number` includes `integer`. */
type Types = ReadonlySet<TypeName> | undefined;

function typesOf(table: SchemaTable, id: SchemaId, known: Map<SchemaId, Types>): Types {
  if (known.has(id)) return known.get(id);
  // A cycle does not restrict the types further.
  known.set(id, undefined);
  const schema = table.get(id);
  if (schema?.kind !== 'keywords') return undefined;
  const { type, $ref, allOf = [] } = schema.keywords;
  let types: Types = type === undefined ? undefined : withIntegers(type);
  for (const part of [...allOf, ...($ref === undefined ? [] : [$ref])]) {
    const others = typesOf(table, part, known);
    if (others === undefined) continue;
    const remaining: Types = types;
    types =
      remaining === undefined ? others : new Set([...remaining].filter((name) => others.has(name)));
  }
  known.set(id, types);
  return types;
}

function withIntegers(type: readonly TypeName[]): ReadonlySet<TypeName> {
  return new Set(type.includes('number') ? [...type, 'integer'] : type);
}
