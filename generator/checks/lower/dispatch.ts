import { mappedValues, resolveReferences } from '../../model/analysis/mapped-values.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Dispatch, Tag } from '../check.js';
import type { CheckNode } from '../analysis/check-graph.js';
import type { Lowering } from './lower.js';
import { isSecretMember } from '../analysis/sensitive.js';
import { allTypes, objectType, typeSet, type TypeSet } from '../type-set.js';

/** What is known about the schemas around a union. */
export type UnionContext = Pick<Lowering, 'schemas' | 'graph' | 'facts' | 'sensitive'>;

/** Facts about all instances of a branch that help to distinguish branches. */
export interface BranchFacts {
  readonly types: TypeSet;
  readonly required: ReadonlySet<string>;
  /** Properties with a limited set of values. */
  readonly tags: ReadonlyMap<string, readonly Tag[]>;
}

/**
 * Determines the property that selects a branch of a union. Without a `discriminator`, dispatch
 * must give the same result as trying every branch: the property is required, its values are
 * disjoint, and the branches accept only objects. With one, the description defines the property
 * (OpenAPI 3.1.1 section 4.8.25).
 */
export function dispatchOf(
  node: CheckNode,
  keyword: 'anyOf' | 'oneOf',
  lowering: UnionContext,
): Dispatch | undefined {
  const { schema } = node;
  if (schema.kind === 'boolean') return undefined;
  const ids = schema.keywords[keyword] ?? [];
  const facts = ids.map((id) => factsOf(lowering.graph.reach(node.context, id), lowering));
  const isNotObject = facts.map(({ types }) => (types & objectType) === 0);
  const others = ids.flatMap((_, index) => (isNotObject[index] === true ? [index] : []));
  const objectBranches = ids.flatMap((_, index) => (isNotObject[index] === true ? [] : [index]));
  if (objectBranches.length < 2) return undefined;
  const { discriminator } = schema.keywords;
  if (discriminator === undefined) {
    const property = inferredTag(objectBranches, facts);
    if (property === undefined) return undefined;
    const cases = casesOf(property, objectBranches, facts);
    return { property, location: keyword, cases, others, ...sensitivity(property) };
  }
  const property = discriminator.propertyName;
  const fallback = fallbackOf(schema, ids, lowering.schemas);
  const cases = isDisjoint(property, objectBranches, facts)
    ? casesOf(property, objectBranches, facts)
    : mappedCases(schema, ids, objectBranches, fallback, lowering.schemas);
  if (cases === undefined) return undefined;
  return {
    property,
    location: 'discriminator',
    cases,
    others,
    ...(fallback !== undefined && { fallback }),
    ...sensitivity(property),
  };

  function sensitivity(name: string): { readonly secret?: true } {
    return isSecretMember(node, name, lowering.graph, lowering.sensitive) ? { secret: true } : {};
  }
}

/** True if no two branches accept values of the same type. */
export function isExclusive(
  node: CheckNode,
  ids: readonly SchemaId[],
  lowering: UnionContext,
): boolean {
  let seen: TypeSet = 0;
  return ids.every((id) => {
    const { types } = factsOf(lowering.graph.reach(node.context, id), lowering);
    if ((types & seen) !== 0) return false;
    seen |= types;
    return true;
  });
}

function inferredTag(
  objectBranches: readonly number[],
  facts: readonly BranchFacts[],
): string | undefined {
  const first = facts[objectBranches[0] ?? 0];
  for (const name of first?.tags.keys() ?? []) {
    const isSafe = objectBranches.every((index) => {
      const branch = facts[index];
      return branch !== undefined && branch.types === objectType && branch.required.has(name);
    });
    if (isSafe && isDisjoint(name, objectBranches, facts)) return name;
  }
  return undefined;
}

function isDisjoint(
  property: string,
  objectBranches: readonly number[],
  facts: readonly BranchFacts[],
): boolean {
  const seen = new Set<Tag>();
  return objectBranches.every((index) => {
    const values = facts[index]?.tags.get(property);
    if (values === undefined || values.some((value) => seen.has(value))) return false;
    for (const value of values) seen.add(value);
    return true;
  });
}

function casesOf(
  property: string,
  objectBranches: readonly number[],
  facts: readonly BranchFacts[],
): Dispatch['cases'] {
  return objectBranches.map((branch) => ({
    branch,
    values: facts[branch]?.tags.get(property) ?? [],
  }));
}

function mappedCases(
  schema: KeywordSchema,
  ids: readonly SchemaId[],
  objectBranches: readonly number[],
  fallback: number | undefined,
  schemas: SchemaTable,
): Dispatch['cases'] | undefined {
  const { discriminator } = schema.keywords;
  const values = discriminator && mappedValues(discriminator, ids, schemas);
  const cases = objectBranches.map((branch) => ({ branch, values: values?.[branch] ?? [] }));
  const isComplete = cases.every(({ values, branch }) => values.length > 0 || branch === fallback);
  return isComplete ? cases : undefined;
}

function fallbackOf(
  schema: KeywordSchema,
  ids: readonly SchemaId[],
  schemas: SchemaTable,
): number | undefined {
  const defaultTarget = schema.keywords.discriminator?.defaultMapping;
  if (defaultTarget === undefined) return undefined;
  const target = resolveReferences(defaultTarget, schemas);
  const index = ids.findIndex((id) => resolveReferences(id, schemas) === target);
  return index < 0 ? undefined : index;
}

const noFacts: BranchFacts = { types: allTypes, required: new Set(), tags: new Map() };

export function factsOf(node: CheckNode, lowering: UnionContext): BranchFacts {
  const cached = lowering.facts.get(node.key);
  if (cached !== undefined) return cached;
  lowering.facts.set(node.key, noFacts);
  const facts = readFacts(node, lowering);
  lowering.facts.set(node.key, facts);
  return facts;
}

function readFacts(node: CheckNode, lowering: UnionContext): BranchFacts {
  const { schema, context } = node;
  if (schema.kind === 'boolean') return { ...noFacts, types: schema.value ? allTypes : 0 };
  const { keywords } = schema;
  let types = keywords.type === undefined ? allTypes : typeSet(keywords.type);
  const required = new Set(keywords.required);
  const tags = new Map<string, readonly Tag[]>();
  for (const [name, id] of keywords.properties ?? []) {
    const values = tagsOf(lowering.graph.reach(context, id), lowering);
    if (values !== undefined) tags.set(name, values);
  }
  const parents = [
    ...(keywords.$ref === undefined ? [] : [keywords.$ref]),
    ...(keywords.allOf ?? []),
  ];
  for (const id of parents) {
    const facts = factsOf(lowering.graph.reach(context, id), lowering);
    types &= facts.types;
    for (const name of facts.required) required.add(name);
    for (const [name, values] of facts.tags) {
      const existing = tags.get(name);
      tags.set(
        name,
        existing === undefined ? values : existing.filter((value) => values.includes(value)),
      );
    }
  }
  for (const branches of [keywords.oneOf, keywords.anyOf]) {
    if (branches === undefined) continue;
    const common = commonFacts(
      branches.map((id) => factsOf(lowering.graph.reach(context, id), lowering)),
    );
    types &= common.types;
    for (const name of common.required) required.add(name);
    for (const [name, values] of common.tags) if (!tags.has(name)) tags.set(name, values);
  }
  return { types, required, tags };
}

/** Facts that hold for all branches. */
function commonFacts(branches: readonly BranchFacts[]): BranchFacts {
  const [first, ...rest] = branches;
  if (first === undefined) return { ...noFacts, types: 0 };
  const tags = new Map<string, readonly Tag[]>();
  for (const [name, values] of first.tags) {
    const others = rest.map((branch) => branch.tags.get(name));
    if (others.includes(undefined)) continue;
    tags.set(name, [...new Set([...values, ...others.flatMap((other) => other ?? [])])]);
  }
  return {
    types: branches.reduce((types, branch) => types | branch.types, 0),
    required: new Set(
      [...first.required].filter((name) => rest.every((branch) => branch.required.has(name))),
    ),
    tags,
  };
}

/** Values of a property that is limited to listed primitives. */
function tagsOf(start: CheckNode, lowering: UnionContext): readonly Tag[] | undefined {
  let node = start;
  for (let steps = 0; steps < 10; steps += 1) {
    if (node.schema.kind === 'boolean') return undefined;
    const { keywords } = node.schema;
    const values = keywords.const === undefined ? keywords.enum : [keywords.const.value];
    if (values !== undefined) return values.every(isTag) ? values : undefined;
    if (keywords.$ref === undefined) return undefined;
    node = lowering.graph.reach(node.context, keywords.$ref);
  }
  return undefined;
}

function isTag(value: Json): value is Tag {
  return value === null || typeof value !== 'object';
}
