import type { KeywordSchema, Keywords, SchemaId, SchemaTable } from '../../model/schema.js';
import { referenceOnly } from '../../model/reference-only.js';
import { inferredDiscriminator } from '../../model/shape-unions.js';
import { oneWay } from '../../model/one-way.js';
import { lowerZod, type Lowered, type ZodLowering } from './lower.js';

/** `oneOf` and `anyOf`: told apart by a member where one does, tried in turn otherwise. */
export function branchesNode(
  schema: KeywordSchema,
  keyword: 'oneOf' | 'anyOf',
  branches: readonly SchemaId[],
  lowering: ZodLowering,
): Lowered {
  const lowered = branches.map((id) => lowerZod(id, lowering));
  const limits = lowered.flatMap((branch) => branch.limits);
  const members = lowered.map(({ node }) => node);
  const [only] = members;
  if (only !== undefined && members.length === 1) return { node: only, limits };
  const stated = schema.keywords.discriminator?.propertyName;
  const property = stated ?? inferredDiscriminator(branches, lowering.schemas);
  if (property !== undefined && areTold(branches, property, lowering)) {
    return { node: { kind: 'discriminated', property, members }, limits };
  }
  // Values of a member that the branches themselves do not state choose among them: Zod cannot.
  if (stated !== undefined) {
    return {
      node: { kind: 'union', how: 'any', members },
      limits: [...limits, { schema, keyword: 'discriminator' }],
    };
  }
  if (keyword === 'anyOf') return { node: { kind: 'union', how: 'any', members }, limits };
  // A branch that says less than the description could match where it must not.
  return limits.length === 0
    ? { node: { kind: 'union', how: 'one', members }, limits }
    : {
        node: { kind: 'union', how: 'any', members },
        limits: [...limits, { schema, keyword: 'oneOf' }],
      };
}

/** Whether every branch is an object with values of its own for a member that is there. */
function areTold(branches: readonly SchemaId[], property: string, lowering: ZodLowering): boolean {
  const taken = new Set<unknown>();
  return branches.every((id) => {
    const tags = tagsOf(id, property, lowering);
    return tags.length > 0 && tags.every((tag) => !taken.has(tag) && taken.add(tag));
  });
}

function tagsOf(
  id: SchemaId,
  property: string,
  { schemas }: ZodLowering,
): readonly (string | number | boolean)[] {
  const schema = targetOf(id, schemas);
  if (schema === undefined || property in Object.prototype) return [];
  const { keywords } = schema;
  if (keywords.type?.length !== 1 || keywords.type[0] !== 'object') return [];
  if (inPlace.some((name) => keywords[name] !== undefined)) return [];
  const member = (keywords.properties ?? []).find(([name]) => name === property)?.[1];
  if (member === undefined || !(keywords.required ?? []).includes(property)) return [];
  const { readOnly, writeOnly } = oneWay(schemas.get(member), schemas);
  if (readOnly || writeOnly) return [];
  const tag = targetOf(member, schemas);
  return tag === undefined ? [] : literalTags(tag.keywords);
}

/** Keywords that would make more of a branch than one object. */
const inPlace = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'] as const;

/** Values of a member that is nothing but a list of them. */
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
  let at = id;
  for (const seen = new Set<SchemaId>(); !seen.has(at);) {
    seen.add(at);
    at = referenceOnly(schemas, at) ?? at;
  }
  const schema = schemas.get(at);
  return schema?.kind === 'keywords' ? schema : undefined;
}

/** Whether a schema, or one that applies to the same value, refuses members that it does not name. */
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
  const applied = [
    ...(keywords.$ref === undefined ? [] : [keywords.$ref]),
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
  ];
  return applied.some((each) => mayBeClosed(each, schemas, seen));
}
