import type { KeywordSchema, Keywords, SchemaId, SchemaTable } from '../../model/schema.js';
import { referenceOnly } from '../../model/analysis/reference-only.js';
import { inferredDiscriminator } from '../../model/shape/unions.js';
import { readOrWriteOnly } from '../../model/analysis/read-write-only.js';
import type { Lowered, Lowering } from './lower.js';

/**
 * Lowers `oneOf` and `anyOf`: to a discriminated union if a property distinguishes the branches,
 * otherwise to a plain union.
 */
export function branchesTerm(
  schema: KeywordSchema,
  keyword: 'oneOf' | 'anyOf',
  branches: readonly SchemaId[],
  lowering: Lowering,
): Lowered {
  const lowered = branches.map((id) => lowering.lower(id));
  const limits = lowered.flatMap((branch) => branch.limits);
  const members = lowered.map(({ term }) => term);
  const [single] = members;
  if (single !== undefined && members.length === 1) return { term: single, limits };
  const declared = schema.keywords.discriminator?.propertyName;
  const property = declared ?? inferredDiscriminator(branches, lowering.schemas);
  if (property !== undefined && areDistinguished(branches, property, lowering)) {
    return { term: { kind: 'discriminated', property, members }, limits };
  }
  // Libraries cannot select a branch by a mapping if the branches do not declare the values.
  if (declared !== undefined) {
    return {
      term: { kind: 'union', how: 'any', members },
      limits: [...limits, { schema, keyword: 'discriminator' }],
    };
  }
  if (keyword === 'anyOf') return { term: { kind: 'union', how: 'any', members }, limits };
  // A branch without its unsupported keywords could match values that it must not match.
  return limits.length === 0 && lowering.natives.has('exactly one')
    ? { term: { kind: 'union', how: 'one', members }, limits }
    : {
        term: { kind: 'union', how: 'any', members },
        limits: [...limits, { schema, keyword: 'oneOf' }],
      };
}

/** True if each branch is an object with distinct constants of a required property. */
function areDistinguished(
  branches: readonly SchemaId[],
  property: string,
  lowering: Lowering,
): boolean {
  const taken = new Set<unknown>();
  return branches.every((id) => {
    const tags = tagsOf(id, property, lowering);
    return tags.length > 0 && tags.every((tag) => !taken.has(tag) && taken.add(tag));
  });
}

function tagsOf(
  id: SchemaId,
  property: string,
  { schemas }: Lowering,
): readonly (string | number | boolean)[] {
  const schema = targetOf(id, schemas);
  if (schema === undefined || property in Object.prototype) return [];
  const { keywords } = schema;
  if (keywords.type?.length !== 1 || keywords.type[0] !== 'object') return [];
  if (combiningKeywords.some((name) => keywords[name] !== undefined)) return [];
  const member = (keywords.properties ?? []).find(([name]) => name === property)?.[1];
  if (member === undefined || !(keywords.required ?? []).includes(property)) return [];
  const { readOnly, writeOnly } = readOrWriteOnly(schemas.get(member), schemas);
  if (readOnly || writeOnly) return [];
  const tag = targetOf(member, schemas);
  return tag === undefined ? [] : literalTags(tag.keywords);
}

/** Keywords that make a branch more than a single object. */
const combiningKeywords = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'enum',
  'const',
] as const;

/** Constants of a property schema that consists only of a list of values. */
function literalTags(keywords: Keywords): readonly (string | number | boolean)[] {
  const { const: constant, enum: listed, type } = keywords;
  const names = Object.keys(keywords).filter((name) => name !== 'type');
  const values = constant === undefined ? (listed ?? []) : [constant.value];
  const isPlain = names.length === 1 && (type === undefined || type.length === 1);
  const tags = values.filter((value) => typeof value === 'string');
  const isText = type === undefined || type[0] === 'string';
  return isPlain && isText && tags.length === values.length ? tags : [];
}

function targetOf(id: SchemaId, schemas: SchemaTable): KeywordSchema | undefined {
  let target = id;
  for (const seen = new Set<SchemaId>(); !seen.has(target);) {
    seen.add(target);
    target = referenceOnly(schemas, target) ?? target;
  }
  const schema = schemas.get(target);
  return schema?.kind === 'keywords' ? schema : undefined;
}

/** True if a schema, or one that applies to the same value, rejects undeclared properties. */
export function mayBeClosed(
  id: SchemaId,
  schemas: SchemaTable,
  seen: Set<SchemaId> = new Set(),
): boolean {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || seen.has(id)) return false;
  seen.add(id);
  const { keywords } = schema;
  const others = keywords.additionalProperties;
  const otherSchema = others === undefined ? undefined : schemas.get(others);
  if (otherSchema?.kind === 'boolean' && !otherSchema.value) return true;
  const subschemas = [
    ...(keywords.$ref === undefined ? [] : [keywords.$ref]),
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
  ];
  return subschemas.some((each) => mayBeClosed(each, schemas, seen));
}
