import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import type { Json, KeywordSchema, SchemaId } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import {
  memberSchemas,
  applicableSchemas,
  requiredMembers,
  typesOf,
  valuesOf,
} from '../applicable-schemas.js';

const ambiguousUnion: DiagnosticType<{ default: { count: number; keyword: string } }> =
  defineWarning('ambiguous-union', {
    default: ({ count, keyword }) =>
      `the ${count} objects of this "${keyword}" cannot be distinguished`,
  });

/**
 * The branches of a union can be distinguished pairwise. Either there is a discriminator, or one branch requires a property that the other
 * lacks, rejects or allows other values for.
 */
export const ambiguousUnionRule: Rule = {
  diagnostics: [ambiguousUnion],
  check(api, reporter) {
    for (const schema of api.schemas.values()) {
      if (schema.kind !== 'keywords' || schema.keywords.discriminator !== undefined) continue;
      for (const keyword of ['oneOf', 'anyOf'] as const) {
        const branches = (schema.keywords[keyword] ?? []).filter((id) => isObjectSchema(api, id));
        if (
          branches.every((branch, at) =>
            branches.slice(at + 1).every((next) => areDistinct(api, branch, next)),
          )
        )
          continue;
        reporter.report(
          ambiguousUnion.default({ count: branches.length, keyword }),
          childOrigin(schema.origin, keyword),
          {
            part: 'key',
            hint: 'add a "discriminator", or to each a required member with a different "const"',
          },
        );
      }
    }
  },
};

function isObjectSchema(api: Api, id: SchemaId): boolean {
  if (typesOf(api.schemas, id)?.includes('object') === true) return true;
  return applicableSchemas(api.schemas, id).some(
    ({ keywords }: KeywordSchema) => keywords.properties !== undefined,
  );
}

function areDistinct(api: Api, a: SchemaId, b: SchemaId): boolean {
  return isDistinctFrom(api, a, b) || isDistinctFrom(api, b, a);
}

/** True if a property that one branch requires cannot have the same value in the other. */
function isDistinctFrom(api: Api, branch: SchemaId, other: SchemaId): boolean {
  return requiredMembers(api.schemas, branch).some((name) => {
    const others = memberSchemas(api.schemas, other, name);
    if (others.every((id) => isRejected(api, id))) return true;
    const own = closedValues(api, memberSchemas(api.schemas, branch, name));
    const taken = closedValues(api, others);
    return own !== undefined && taken !== undefined && own.every((value) => !taken.includes(value));
  });
}

function isRejected(api: Api, id: SchemaId): boolean {
  const schema = api.schemas.get(id);
  return schema?.kind === 'boolean' && !schema.value;
}

/** Returns all values of a property, if they are listed. */
function closedValues(api: Api, members: readonly SchemaId[]): readonly Json[] | undefined {
  const values: Json[] = [];
  for (const member of members) {
    const listed = valuesOf(api.schemas, member);
    if (listed === undefined || listed.open) return undefined;
    values.push(...listed.values);
  }
  return values.length === 0 ? undefined : values;
}
