import { isBigInteger, type Int64 } from './big-integer.js';
import { contentClasses } from './content-classes.js';
import type { KeywordSchema, Schema, SchemaId, SchemaTable, TypeName } from './schema.js';

/** A JSON type; an integer of 64 bits may be told from others. */
export type WireTypeName = TypeName | 'bigint';

/** The JSON types that a text on the wire may stand for, tried in this order, with those of its parts. */
export type WireType = {
  readonly types: readonly WireTypeName[];
  readonly items?: WireType;
  readonly properties?: { readonly [name: string]: WireType };
  readonly additional?: WireType;
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

/** Structure below this depth is not parsed out of a parameter; no style can write it. */
const deepest = 4;

/** What the text of a parameter, a header or a form's member is parsed to, seen through references and combinations. */
export function wireTypeOf(schemas: SchemaTable, id: SchemaId, int64: Int64 = 'number'): WireType {
  const schema = schemas.get(id);
  if (schema === undefined) return text;
  return typeAt([id], schemas, int64, 0);
}

const text: WireType = { types: ['string'] };

/**
 * What was found in a table, by depth and content: many parameters are of few kinds, and are asked for by all that is said of them; and a
 * schema that leads back to itself by many members is one type at each depth, however many ways lead there.
 */
const knownTypes: Readonly<Record<Int64, WeakMap<SchemaTable, Map<string, WireType>>>> = {
  number: new WeakMap(),
  bigint: new WeakMap(),
};

/** The type of a value that several schemas describe, at a depth of what is parsed. */
function typeAt(
  ids: readonly SchemaId[],
  schemas: SchemaTable,
  int64: Int64,
  depth: number,
): WireType {
  let known = knownTypes[int64].get(schemas);
  if (known === undefined) knownTypes[int64].set(schemas, (known = new Map()));
  const { of } = contentClasses(schemas);
  const contents = ids.flatMap((id) => {
    const schema = schemas.get(id);
    return schema === undefined ? [] : [of(schema)];
  });
  const key = [depth, ...contents].join(' ');
  let type = known.get(key);
  if (type === undefined) {
    const parts = ids.flatMap((id) => flatten(schemas, id, new Set()));
    known.set(key, (type = combine(parts, schemas, int64, depth)));
  }
  return type;
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

function combine(
  parts: readonly KeywordSchema[],
  schemas: SchemaTable,
  int64: Int64,
  depth: number,
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
  const below = (ids: readonly SchemaId[]): WireType => typeAt(ids, schemas, int64, depth + 1);
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
  const deeper = depth < deepest;
  // An object of which nothing is said has any members, which are texts.
  const isBare =
    properties.size === 0 &&
    parts.every(
      ({ keywords }) =>
        keywords.patternProperties === undefined &&
        (keywords.additionalProperties === undefined ||
          isTrue(schemas.get(keywords.additionalProperties))),
    );
  return {
    types: known.length === 0 ? ['string'] : known,
    ...(deeper && types.has('array') && items.length > 0 && { items: below(items) }),
    ...(deeper &&
      types.has('object') &&
      properties.size > 0 && {
        properties: Object.fromEntries([...properties].map(([name, ids]) => [name, below(ids)])),
      }),
    ...(deeper &&
      types.has('object') &&
      (additional.length > 0 || isBare) && {
        additional: additional.length > 0 ? below(additional) : text,
      }),
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
