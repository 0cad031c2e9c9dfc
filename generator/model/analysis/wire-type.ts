import { tooLarge } from '../../core/diagnostics/limits.js';
import { isBigInteger, type Int64 } from './big-integer.js';
import { growingKeyword, schemaLimitError } from './counted-schemas.js';
import { equivalenceClasses } from './schema-equivalence.js';
import type { KeywordSchema, Schema, SchemaId, SchemaTable, TypeName } from '../schema.js';

/** A JSON type; an integer of 64 bits may be told from others. */
export type WireTypeName = TypeName | 'bigint';

/**
 * The JSON types that a text on the wire may stand for, tried in this order, with those of its parts, which are found when somebody asks for
 * them: what leads back to itself is a ring.
 */
export type WireType = {
  readonly types: readonly WireTypeName[];
  readonly items?: WireType | undefined;
  readonly properties?: { readonly [name: string]: WireType } | undefined;
  readonly additional?: WireType | undefined;
  /** Required lists and objects of which `deepObject` sends nothing if they are empty. */
  readonly empties?: readonly string[] | undefined;
};

/** The most specific first: `12` is an integer where that is allowed, text otherwise. */
const order: readonly WireTypeName[] = [
  'null',
  'boolean',
  'bigint',
  'integer',
  'number',
  'array',
  'object',
  'string',
];

/** What the text of a parameter, a header or a form's member is parsed to, seen through references and combinations. */
export function wireTypeOf(schemas: SchemaTable, id: SchemaId, int64: Int64 = 'number'): WireType {
  const schema = schemas.get(id);
  if (schema === undefined) return text;
  return typeAt([id], schemas, int64);
}

const text: WireType = { types: ['string'] };

/** What was found in a table. */
interface KnownTypes {
  /** By the schemas that were asked for. */
  readonly byIds: Map<string, WireType>;
  /** By content: many parameters are of few kinds, and are asked for by all that is said of them. */
  readonly byContent: Map<string, WireType>;
  /** Parts of all of these. */
  size: number;
}

const knownTypes: Readonly<Record<Int64, WeakMap<SchemaTable, KnownTypes>>> = {
  number: new WeakMap(),
  bigint: new WeakMap(),
};

/** Parts that all types of a description may have, whatever it says. */
const MOST_PARTS = 50_000;

/** The same for each schema of a large description. */
const PARTS_OF_EACH = 10;

/** The type of a value that several schemas describe. */
function typeAt(ids: readonly SchemaId[], schemas: SchemaTable, int64: Int64): WireType {
  let known = knownTypes[int64].get(schemas);
  if (known === undefined) {
    known = { byIds: new Map(), byContent: new Map(), size: 0 };
    knownTypes[int64].set(schemas, known);
  }
  const idKey = [...new Set(ids)].join(' ');
  const before = known.byIds.get(idKey);
  if (before !== undefined) return before;
  const { of } = equivalenceClasses(schemas);
  const seen = new Set<SchemaId>();
  const all = ids.flatMap((id) => flatten(schemas, id, seen));
  const parts = new Map<number, KeywordSchema>();
  for (const part of all) {
    const content = of(part);
    if (saysTypes(part) && !parts.has(content)) parts.set(content, part);
  }
  const required = requiredOf(schemas, ids);
  const contents = [...parts.keys()].sort((left, right) => left - right);
  const key = JSON.stringify([contents, required]);
  let type = known.byContent.get(key);
  if (type === undefined) {
    known.size += [...parts.values()].reduce((sum, part) => sum + sizeOf(part), 1);
    if (known.size > Math.max(MOST_PARTS, PARTS_OF_EACH * schemas.size)) throw outgrown(all);
    known.byContent.set(key, (type = combine([...parts.values()], required, schemas, int64)));
  }
  known.byIds.set(idKey, type);
  return type;
}

/** Whether a schema says anything of types itself, not by others that it refers to or is made of. */
function saysTypes(schema: KeywordSchema): boolean {
  const { properties, items, prefixItems, patternProperties, additionalProperties } =
    schema.keywords;
  return (
    typesOf(schema).length > 0 ||
    (properties ?? items ?? prefixItems ?? patternProperties ?? additionalProperties) !== undefined
  );
}

function sizeOf({ keywords: { properties = [], prefixItems = [] } }: KeywordSchema): number {
  return 1 + properties.length + prefixItems.length;
}

/** A value of which alternatives lead to other alternatives has as many types as there are ways to combine them. */
function outgrown(parts: readonly KeywordSchema[]): Error {
  const [first] = parts;
  if (first === undefined) return new Error('types of nothing have no parts');
  const alternative = parts.find(
    ({ keywords }) => (keywords.anyOf ?? keywords.oneOf) !== undefined,
  );
  const schema = alternative ?? first;
  const keyword = growingKeyword(schema) ?? 'type';
  return schemaLimitError(schema, tooLarge.types({ keyword }));
}

/** The schemas of members that no name describes, seen through references and combinations. */
export function otherMembers(schemas: SchemaTable, id: SchemaId): readonly SchemaId[] {
  return flatten(schemas, id, new Set()).flatMap(({ keywords }) => {
    const { patternProperties = [], additionalProperties: rest } = keywords;
    const described = rest !== undefined && schemas.get(rest)?.kind === 'keywords' ? [rest] : [];
    return [...patternProperties.map(([, each]) => each), ...described];
  });
}

/** Every keyword schema that applies to the same instance. */
function flatten(
  schemas: SchemaTable,
  id: SchemaId,
  seen: Set<SchemaId>,
): readonly KeywordSchema[] {
  const schema = schemas.get(id);
  if (schema === undefined || schema.kind === 'boolean' || seen.has(id)) return [];
  seen.add(id);
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema.keywords;
  const applied = [...($ref === undefined ? [] : [$ref]), ...allOf, ...anyOf, ...oneOf];
  return [schema, ...applied.flatMap((next) => flatten(schemas, next, seen))];
}

/** Names that each of the schemas requires, itself or by references and `allOf`, in order. */
function requiredOf(schemas: SchemaTable, ids: readonly SchemaId[]): readonly string[] {
  const [first = new Set<string>(), ...others] = ids.map((id) => {
    const names = new Set<string>();
    const seen = new Set([id]);
    for (const each of seen) {
      const schema = schemas.get(each);
      if (schema?.kind !== 'keywords') continue;
      const { $ref, allOf = [], required = [] } = schema.keywords;
      for (const name of required) names.add(name);
      for (const next of $ref === undefined ? allOf : [$ref, ...allOf]) seen.add(next);
    }
    return names;
  });
  return [...first].filter((name) => others.every((names) => names.has(name))).sort();
}

/** True if a value of the schemas may be a list or an object without parts, of which nothing is sent. */
function mayBeEmpty(ids: readonly SchemaId[], type: WireType, schemas: SchemaTable): boolean {
  if (!type.types.includes('array')) return type.types.includes('object');
  const seen = new Set<SchemaId>();
  return ids
    .flatMap((id) => flatten(schemas, id, seen))
    .every(({ keywords }) => (keywords.minItems ?? 0) === 0);
}

function combine(
  parts: readonly KeywordSchema[],
  required: readonly string[],
  schemas: SchemaTable,
  int64: Int64,
): WireType {
  const types = new Set<WireTypeName>(parts.flatMap((part) => typesOf(part)));
  if (int64 === 'bigint' && parts.some(isBigInteger)) {
    types.add('bigint');
    // Whatever is an integer is read as one of 64 bits; a fraction is left to those that allow it.
    types.delete('integer');
    if (!parts.some((part) => allowsFraction(part))) types.delete('number');
  }
  const known = order.filter(
    (type) => types.has(type) && !(type === 'integer' && types.has('number')),
  );
  const below = (ids: readonly SchemaId[]): WireType => typeAt(ids, schemas, int64);
  const items = parts.flatMap(({ keywords }) => [
    ...(keywords.prefixItems ?? []),
    ...(keywords.items === undefined ? [] : [keywords.items]),
  ]);
  const properties = new Map<string, SchemaId[]>();
  for (const { keywords } of parts) {
    for (const [name, id] of keywords.properties ?? []) {
      const others = properties.get(name);
      if (others === undefined) properties.set(name, [id]);
      else others.push(id);
    }
  }
  const additional = parts.flatMap(({ keywords }) =>
    keywords.additionalProperties === undefined ||
    schemas.get(keywords.additionalProperties)?.kind !== 'keywords'
      ? []
      : [keywords.additionalProperties],
  );
  // An object of which nothing is said has any members, which are texts.
  const isBare =
    properties.size === 0 &&
    parts.every(
      ({ keywords }) =>
        keywords.patternProperties === undefined &&
        (keywords.additionalProperties === undefined ||
          isTrue(schemas.get(keywords.additionalProperties))),
    );
  let item: WireType | undefined;
  let members: WireType['properties'];
  let others: WireType | undefined;
  let empties: readonly string[] | undefined;
  return {
    types: known.length === 0 ? ['string'] : known,
    get items() {
      if (types.has('array') && items.length > 0) item ??= below(items);
      return item;
    },
    get properties() {
      if (types.has('object') && properties.size > 0)
        members ??= Object.fromEntries([...properties].map(([name, ids]) => [name, below(ids)]));
      return members;
    },
    get additional() {
      if (!types.has('object')) return undefined;
      if (additional.length > 0) others ??= below(additional);
      return others ?? (isBare ? text : undefined);
    },
    get empties() {
      if (!types.has('object')) return undefined;
      empties ??= required.filter((name) => {
        const ids = properties.get(name);
        return ids !== undefined && mayBeEmpty(ids, below(ids), schemas);
      });
      return empties.length === 0 ? undefined : empties;
    },
  };
}

function isTrue(schema: Schema | undefined): boolean {
  return schema?.kind === 'boolean' && schema.value;
}

function allowsFraction(part: KeywordSchema): boolean {
  return part.keywords.type?.includes('number') === true && !isBigInteger(part);
}

function typesOf({ keywords }: KeywordSchema): readonly TypeName[] {
  if (keywords.type !== undefined) return keywords.type;
  const values = keywords.const === undefined ? keywords.enum : [keywords.const.value];
  if (values !== undefined) {
    return values.map((value) => {
      if (value === null) return 'null';
      if (Array.isArray(value)) return 'array';
      const type = typeof value;
      return type === 'number'
        ? 'number'
        : type === 'boolean'
          ? 'boolean'
          : type === 'object'
            ? 'object'
            : 'string';
    });
  }
  if (keywords.properties !== undefined) return ['object'];
  if (keywords.items !== undefined || keywords.prefixItems !== undefined) return ['array'];
  return [];
}
