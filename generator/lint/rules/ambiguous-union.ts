import { childOrigin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import type { KeywordSchema, SchemaId } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import {
  memberNames,
  memberSchemas,
  partsOf,
  requiredMembers,
  typesOf,
  valuesOf,
} from '../schema-facts.js';

/**
 * Branches of a union are told apart by a discriminator, by a required member with a constant of its own in each, or
 * by a required member that no other branch has; one branch may do without.
 */
export const ambiguousUnion: Rule = (api, reporter) => {
  for (const schema of api.schemas.values()) {
    if (schema.kind !== 'keywords' || schema.keywords.discriminator !== undefined) continue;
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const branches = (schema.keywords[keyword] ?? []).filter((id) => isObjectSchema(api, id));
      if (branches.length < 2) continue;
      if (haveConstants(api, branches) || haveMembers(api, branches)) continue;
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

function haveConstants(api: Api, branches: readonly SchemaId[]): boolean {
  const [first] = branches;
  if (first === undefined) return true;
  return memberNames(api.schemas, first).some((name) => {
    const taken = new Set<unknown>();
    return branches.every((branch) => {
      const [member] = memberSchemas(api.schemas, branch, name);
      const listed = member === undefined ? undefined : valuesOf(api.schemas, member);
      if (
        listed === undefined ||
        listed.open ||
        !requiredMembers(api.schemas, branch).includes(name)
      )
        return false;
      const isNew = listed.values.every((value) => !taken.has(value));
      listed.values.forEach((value) => taken.add(value));
      return isNew;
    });
  });
}

/** `'member' in value` tells all branches apart but one, which is what is left. */
function haveMembers(api: Api, branches: readonly SchemaId[]): boolean {
  const names = branches.map((branch) => new Set(memberNames(api.schemas, branch)));
  const told = branches.filter((branch, index) =>
    requiredMembers(api.schemas, branch).some(
      (name) => !names.some((others, other) => other !== index && others.has(name)),
    ),
  );
  return told.length >= branches.length - 1;
}
