import { schemasUnder, testApplicators } from '../../schema/applicators.js';
import type { KeywordName } from '../../schema/keyword.js';
import { keywordList } from '../../schema/registry.js';
import { keywordGroupsOf, scalarKeywords } from './keyword-groups.js';
import { subschemas } from './subschemas.js';
import type { Json, KeywordSchema, Keywords, SchemaId, SchemaTable, TypeName } from '../schema.js';

/** What keywords speak of where no `type` is said. */
export type DescribedKeywords = 'object' | 'array';

/** What is known of the values of schemas that say no `type`, from what else applies to the same value. */
export interface UntypedSchemas {
  /** The types that schemas around one leave: those that it is a part of, and their other parts. All where they say nothing. */
  around(id: SchemaId): ReadonlySet<TypeName>;
  /** The types that a schema leaves by itself and what it is made of. */
  within(id: SchemaId): ReadonlySet<TypeName>;
  /** The schema for the same value that this one is written in as a part: under `allOf`, `anyOf` or `oneOf`. */
  holder(id: SchemaId): SchemaId | undefined;
  /**
   * Whether a schema is a mere test, which has nothing to say of what a value is: under `not`, `if`, `then`, `else`, `contains`,
   * `propertyNames` or `dependentSchemas`, or written below one that is.
   */
  isTest(id: SchemaId): boolean;
}

/** The type that members, items and what is demanded of them speak of, where a schema says neither a type nor values. */
export function describedKeywords(keywords: Keywords): DescribedKeywords | undefined {
  if (!isUntyped(keywords)) return undefined;
  const described = describedType(keywords);
  if (described !== undefined) return described;
  if ((keywordGroupsOf(keywords) & scalarKeywords) !== 0) return undefined;
  const [objects, arrays] = [objectDemands, arrayDemands].map((names) =>
    names.some((name) => keywords[name] !== undefined),
  );
  return objects === arrays ? undefined : objects === true ? 'object' : 'array';
}

/** The same, for schemas that describe members or items, and do not merely demand that there are some. */
export function describedType(keywords: Keywords): DescribedKeywords | undefined {
  if (!isUntyped(keywords)) return undefined;
  const [objects, arrays] = [objectParts, arrayParts].map((names) =>
    names.some((name) => keywords[name] !== undefined),
  );
  return objects === arrays ? undefined : objects === true ? 'object' : 'array';
}

/** The keyword that describes members or items, if there is one. */
export function describingKeyword(keywords: Keywords): string | undefined {
  // `items` before `prefixItems`, which older drafts do not have.
  const names = [...objectParts, ...arrayParts.toReversed()];
  return names.find((name) => keywords[name] !== undefined);
}

function isUntyped({ type, enum: values, const: constant }: Keywords): boolean {
  return type === undefined && values === undefined && constant === undefined;
}

const objectParts = namesOf('object', true);
const arrayParts = namesOf('array', true);
const objectDemands = namesOf('object', false);
const arrayDemands = namesOf('array', false);

/** Keywords of a group that describe properties or items, or those that only restrict them. */
function namesOf(group: 'object' | 'array', describes: boolean): readonly KeywordName[] {
  return keywordList
    .filter((each) => each.group === group && (each.describesParts === true) === describes)
    .map(({ name }) => name);
}

/** Every type that a value may have. */
export const everyType: readonly TypeName[] = [
  'object',
  'array',
  'string',
  'number',
  'boolean',
  'null',
];

const everything: ReadonlySet<TypeName> = new Set(everyType);

const known = new WeakMap<SchemaTable, UntypedSchemas>();

/** What a table knows of its schemas without a type; found once for each table. */
export function untypedSchemas(schemas: SchemaTable): UntypedSchemas {
  let found = known.get(schemas);
  if (found === undefined) known.set(schemas, (found = readUntyped(schemas)));
  return found;
}

/** The same for a table that is still being made: what is changed in it later does not count. */
export function readUntyped(schemas: SchemaTable): UntypedSchemas {
  const links = readLinks(schemas);
  const typesWithin = new Map<SchemaId, ReadonlySet<TypeName>>();
  const typesAround = new Map<SchemaId, ReadonlySet<TypeName>>();

  function within(id: SchemaId): ReadonlySet<TypeName> {
    const before = typesWithin.get(id);
    if (before !== undefined) return before;
    // What leads back to itself says no more than it says elsewhere.
    typesWithin.set(id, everything);
    const schema = schemas.get(id);
    const types = schema?.kind === 'keywords' ? withinAll(schema, undefined) : everything;
    typesWithin.set(id, types);
    return types;
  }

  /** What a schema leaves; `except` is a part that is left aside. */
  function withinAll({ keywords }: KeywordSchema, except: SchemaId | undefined) {
    const { type, enum: values, const: constant, $ref, allOf = [], oneOf, anyOf } = keywords;
    let types = everything;
    if (type !== undefined) types = meeting(types, new Set(type.map(plainType)));
    if (constant !== undefined) types = meeting(types, new Set([typeOf(constant.value)]));
    if (values !== undefined) types = meeting(types, new Set(values.map(typeOf)));
    for (const part of $ref === undefined ? allOf : [$ref, ...allOf])
      if (part !== except) types = meeting(types, within(part));
    for (const branches of [oneOf, anyOf]) {
      if (branches === undefined || (except !== undefined && branches.includes(except))) continue;
      types = meeting(types, new Set(branches.flatMap((branch) => [...within(branch)])));
    }
    return types;
  }

  function around(id: SchemaId): ReadonlySet<TypeName> {
    const before = typesAround.get(id);
    if (before !== undefined) return before;
    typesAround.set(id, everything);
    const holder = links.holders.get(id);
    const schema = holder === undefined ? undefined : schemas.get(holder);
    let types = everything;
    if (holder !== undefined && schema?.kind === 'keywords')
      types = meeting(withinAll(schema, id), around(holder));
    typesAround.set(id, types);
    return types;
  }

  return {
    around,
    within,
    holder: (id) => links.holders.get(id),
    isTest: (id) => links.tests.has(id),
  };
}

interface Links {
  /** For schemas that are written as a part of one for the same value, that one. */
  readonly holders: ReadonlyMap<SchemaId, SchemaId>;
  readonly tests: ReadonlySet<SchemaId>;
}

function readLinks(schemas: SchemaTable): Links {
  const holders = new Map<SchemaId, SchemaId>();
  const tests = new Set<SchemaId>();
  const targets = new Set<SchemaId>();
  for (const { id, keywords } of keywordSchemas(schemas)) {
    const { allOf = [], anyOf = [], oneOf = [], $ref } = keywords;
    for (const part of [...allOf, ...anyOf, ...oneOf]) holders.set(part, id);
    for (const test of testsOf(keywords)) tests.add(test);
    if ($ref !== undefined) targets.add($ref);
  }
  // What is referred to stands elsewhere, too.
  for (const target of targets) holders.delete(target);
  // A set is walked through to the end while it grows.
  for (const id of tests) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    for (const inner of writtenBelow(schema.keywords)) if (!targets.has(inner)) tests.add(inner);
  }
  return { holders, tests };
}

function* keywordSchemas(schemas: SchemaTable): Iterable<KeywordSchema> {
  for (const schema of schemas.values()) if (schema.kind === 'keywords') yield schema;
}

function testsOf(keywords: Keywords): readonly SchemaId[] {
  return testApplicators.flatMap((each) => schemasUnder(each, keywords));
}

/** Schemas that are written inside one: all that it leads to but for references. */
function writtenBelow(keywords: Keywords): readonly SchemaId[] {
  const { $ref: _, $dynamicRef: __, discriminator: ___, ...written } = keywords;
  return subschemas(written);
}

function meeting(one: ReadonlySet<TypeName>, other: ReadonlySet<TypeName>): ReadonlySet<TypeName> {
  if (one.size === everyType.length) return other;
  return new Set([...one].filter((type) => other.has(type)));
}

function plainType(type: TypeName): TypeName {
  return type === 'integer' ? 'number' : type;
}

function typeOf(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'object':
      return 'object';
    default:
      return 'number';
  }
}
