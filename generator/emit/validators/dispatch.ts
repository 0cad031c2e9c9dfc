import { mayHave } from '../../model/may-have.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Dispatch, Tag } from './check.js';
import type { CheckNode } from './graph.js';
import type { Lowering } from './lower.js';
import { isSecretMember } from './secret.js';
import { allTypes, objectType, typeSet, type TypeSet } from './type-set.js';

/** What every instance of a branch has in common, as far as it helps to tell branches apart. */
export interface BranchFacts {
  readonly types: TypeSet;
  readonly required: ReadonlySet<string>;
  /** Members that can only have certain values. */
  readonly tags: ReadonlyMap<string, readonly Tag[]>;
}

/**
 * How one member tells the branches of a union apart. Without a `discriminator` only where the answer is the
 * same as trying every branch: the member is required, its values are disjoint, and the branches take
 * objects alone. With one, the description has said which member decides (OpenAPI 3.1.1 section 4.8.25).
 */
export function dispatchOf(
  node: CheckNode,
  keyword: 'anyOf' | 'oneOf',
  lowering: Lowering,
): Dispatch | undefined {
  const { schema } = node;
  if (schema.kind === 'boolean') return undefined;
  const ids = schema.keywords[keyword] ?? [];
  const facts = ids.map((id) => factsOf(lowering.graph.reach(node.context, id), lowering));
  const isOther = facts.map(({ types }) => (types & objectType) === 0);
  const others = ids.flatMap((_, index) => (isOther[index] === true ? [index] : []));
  const tagged = ids.flatMap((_, index) => (isOther[index] === true ? [] : [index]));
  if (tagged.length < 2) return undefined;
  const { discriminator } = schema.keywords;
  if (discriminator === undefined) {
    const property = inferredTag(tagged, facts);
    if (property === undefined) return undefined;
    const cases = casesOf(property, tagged, facts);
    return { property, place: keyword, cases, others, ...secrecy(property) };
  }
  const property = discriminator.propertyName;
  const place = 'discriminator';
  const fallback = fallbackOf(schema, ids, lowering.schemas);
  const cases = isDisjoint(property, tagged, facts)
    ? casesOf(property, tagged, facts)
    : mappedCases(schema, ids, tagged, fallback, lowering.schemas);
  if (cases === undefined) return undefined;
  return {
    property,
    place,
    cases,
    others,
    ...(fallback !== undefined && { fallback }),
    ...secrecy(property),
  };

  function secrecy(name: string): { readonly secret?: true } {
    return isSecretMember(node, name, lowering.graph, lowering.secrets) ? { secret: true } : {};
  }
}

/** Whether no two branches take values of the same type. */
export function isExclusive(
  node: CheckNode,
  ids: readonly SchemaId[],
  lowering: Lowering,
): boolean {
  let seen: TypeSet = 0;
  return ids.every((id) => {
    const { types } = factsOf(lowering.graph.reach(node.context, id), lowering);
    if ((types & seen) !== 0) return false;
    seen |= types;
    return true;
  });
}

function inferredTag(tagged: readonly number[], facts: readonly BranchFacts[]): string | undefined {
  const first = facts[tagged[0] ?? 0];
  for (const name of first?.tags.keys() ?? []) {
    const isSafe = tagged.every((index) => {
      const branch = facts[index];
      return branch !== undefined && branch.types === objectType && branch.required.has(name);
    });
    if (isSafe && isDisjoint(name, tagged, facts)) return name;
  }
  return undefined;
}

function isDisjoint(
  property: string,
  tagged: readonly number[],
  facts: readonly BranchFacts[],
): boolean {
  const seen = new Set<Tag>();
  return tagged.every((index) => {
    const values = facts[index]?.tags.get(property);
    if (values === undefined || values.some((value) => seen.has(value))) return false;
    for (const value of values) seen.add(value);
    return true;
  });
}

function casesOf(
  property: string,
  tagged: readonly number[],
  facts: readonly BranchFacts[],
): Dispatch['cases'] {
  return tagged.map((branch) => ({ branch, values: facts[branch]?.tags.get(property) ?? [] }));
}

function mappedCases(
  schema: KeywordSchema,
  ids: readonly SchemaId[],
  tagged: readonly number[],
  fallback: number | undefined,
  schemas: SchemaTable,
): Dispatch['cases'] | undefined {
  const taken = new Set<string>();
  const values = new Map<SchemaId, string[]>();
  for (const [value, id] of schema.keywords.discriminator?.mapping ?? []) {
    if (taken.has(value)) continue;
    taken.add(value);
    const meant = meaningOf(id, schemas);
    values.set(meant, [...(values.get(meant) ?? []), value]);
  }
  const property = schema.keywords.discriminator?.propertyName ?? '';
  const cases = tagged.map((branch) => {
    const id = ids[branch];
    const texts = (id === undefined ? undefined : values.get(meaningOf(id, schemas))) ?? [];
    return {
      branch,
      values: texts.map((text) => (id === undefined ? text : valueOf(text, id, property, schemas))),
    };
  });
  const isChosen = cases.every(({ values, branch }) => values.length > 0 || branch === fallback);
  return isChosen ? cases : undefined;
}

/** What a key of a mapping, which is always a text, stands for where the member is a number or a boolean (OpenAPI 3.1.1 section 4.8.25). */
function valueOf(text: string, branch: SchemaId, property: string, schemas: SchemaTable): Tag {
  const meanings = [text, Number(text), text === 'true'].filter((each) => String(each) === text);
  return meanings.find((each) => mayHave(schemas, branch, property, each)) ?? text;
}

function fallbackOf(
  schema: KeywordSchema,
  ids: readonly SchemaId[],
  schemas: SchemaTable,
): number | undefined {
  const named = schema.keywords.discriminator?.defaultMapping;
  if (named === undefined) return undefined;
  const meant = meaningOf(named, schemas);
  const index = ids.findIndex((id) => meaningOf(id, schemas) === meant);
  return index < 0 ? undefined : index;
}

/** The schema at the end of a chain of references: a branch and a mapping may name it in different ways. */
function meaningOf(id: SchemaId, schemas: SchemaTable): SchemaId {
  let at = id;
  for (const seen = new Set<SchemaId>(); !seen.has(at);) {
    seen.add(at);
    const schema = schemas.get(at);
    at = (schema?.kind === 'keywords' ? schema.keywords.$ref : undefined) ?? at;
  }
  return at;
}

const nothingKnown: BranchFacts = { types: allTypes, required: new Set(), tags: new Map() };

function factsOf(node: CheckNode, lowering: Lowering): BranchFacts {
  const known = lowering.facts.get(node.key);
  if (known !== undefined) return known;
  lowering.facts.set(node.key, nothingKnown);
  const facts = readFacts(node, lowering);
  lowering.facts.set(node.key, facts);
  return facts;
}

function readFacts(node: CheckNode, lowering: Lowering): BranchFacts {
  const { schema, context } = node;
  if (schema.kind === 'boolean') return { ...nothingKnown, types: schema.value ? allTypes : 0 };
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
      const own = tags.get(name);
      tags.set(name, own === undefined ? values : own.filter((value) => values.includes(value)));
    }
  }
  for (const branches of [keywords.oneOf, keywords.anyOf]) {
    if (branches === undefined) continue;
    const common = inCommon(
      branches.map((id) => factsOf(lowering.graph.reach(context, id), lowering)),
    );
    types &= common.types;
    for (const name of common.required) required.add(name);
    for (const [name, values] of common.tags) if (!tags.has(name)) tags.set(name, values);
  }
  return { types, required, tags };
}

/** What holds whichever branch an instance is of. */
function inCommon(branches: readonly BranchFacts[]): BranchFacts {
  const [first, ...rest] = branches;
  if (first === undefined) return { ...nothingKnown, types: 0 };
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

/** The only values a member may have, where they are few and simple. */
function tagsOf(start: CheckNode, lowering: Lowering): readonly Tag[] | undefined {
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
