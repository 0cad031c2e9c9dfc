import { childOrigin } from '../../core/origin.js';
import type { SchemaId, SchemaTable, TypeName } from '../../model/schema.js';
import { isOfType } from '../../model/shape-types.js';
import type { Rule } from '../rule.js';

/** Some value has a type that a schema and all that it refers to and is made of allow, and some of its listed values has its type. */
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
    // A part that allows nothing by itself has been told of, or will be.
    if (parts.some((part) => typesOf(api.schemas, part, known)?.size === 0)) continue;
    reporter.warning(
      'contradictory-types',
      childOrigin(schema.origin, allOf === undefined ? '$ref' : 'allOf'),
      `no value has all the types that ${allOf === undefined ? 'the schema and what it refers to' : 'the parts'} ask for`,
      { part: 'key' },
    );
  }
};

/** Types that are left; `undefined` for all. A number may be an integer. */
type Types = ReadonlySet<TypeName> | undefined;

function typesOf(table: SchemaTable, id: SchemaId, known: Map<SchemaId, Types>): Types {
  if (known.has(id)) return known.get(id);
  // A schema that leads back to itself says nothing more of itself.
  known.set(id, undefined);
  const schema = table.get(id);
  if (schema?.kind !== 'keywords') return undefined;
  const { type, $ref, allOf = [] } = schema.keywords;
  let types: Types = type === undefined ? undefined : withIntegers(type);
  for (const part of [...allOf, ...($ref === undefined ? [] : [$ref])]) {
    const others = typesOf(table, part, known);
    if (others === undefined) continue;
    const before: Types = types;
    types = before === undefined ? others : new Set([...before].filter((name) => others.has(name)));
  }
  known.set(id, types);
  return types;
}

function withIntegers(type: readonly TypeName[]): ReadonlySet<TypeName> {
  return new Set(type.includes('number') ? [...type, 'integer'] : type);
}
