import { childOrigin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import type { Json, KeywordSchema, SchemaId } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import { memberSchemas, partsOf, requiredMembers, typesOf, valuesOf } from '../schema-facts.js';

/**
 * Any two branches of a union are told apart by a discriminator, or by a member that one of them requires and that the
 * other does not have, refuses, or has with other values.
 */
export const ambiguousUnion: Rule = (api, reporter) => {
  for (const schema of api.schemas.values()) {
    if (schema.kind !== 'keywords' || schema.keywords.discriminator !== undefined) continue;
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const branches = (schema.keywords[keyword] ?? []).filter((id) => isObjectSchema(api, id));
      if (
        branches.every((branch, at) =>
          branches.slice(at + 1).every((next) => areApart(api, branch, next)),
        )
      )
        continue;
      reporter.warning(
        'ambiguous-union',
        childOrigin(schema.origin, keyword),
        `nothing tells the ${branches.length} objects of this "${keyword}" apart`,
        {
          part: 'key',
          hint: 'add a "discriminator", or a required member with a "const" of its own in each',
        },
      );
    }
  }
};

function isObjectSchema(api: Api, id: SchemaId): boolean {
  if (typesOf(api.schemas, id)?.includes('object') === true) return true;
  return partsOf(api.schemas, id).some(
    ({ keywords }: KeywordSchema) => keywords.properties !== undefined,
  );
}

function areApart(api: Api, a: SchemaId, b: SchemaId): boolean {
  return isToldFrom(api, a, b) || isToldFrom(api, b, a);
}

/** Whether a member that one branch requires can not be the same in the other. */
function isToldFrom(api: Api, branch: SchemaId, other: SchemaId): boolean {
  return requiredMembers(api.schemas, branch).some((name) => {
    const others = memberSchemas(api.schemas, other, name);
    if (others.every((id) => isRefused(api, id))) return true;
    const own = closedValues(api, memberSchemas(api.schemas, branch, name));
    const taken = closedValues(api, others);
    return own !== undefined && taken !== undefined && own.every((value) => !taken.includes(value));
  });
}

function isRefused(api: Api, id: SchemaId): boolean {
  const schema = api.schemas.get(id);
  return schema?.kind === 'boolean' && !schema.value;
}

/** All values that a member can have, if they are listed. */
function closedValues(api: Api, members: readonly SchemaId[]): readonly Json[] | undefined {
  const values: Json[] = [];
  for (const member of members) {
    const listed = valuesOf(api.schemas, member);
    if (listed === undefined || listed.open) return undefined;
    values.push(...listed.values);
  }
  return values.length === 0 ? undefined : values;
}
