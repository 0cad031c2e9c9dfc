import type { DialectId, Json } from '../../../generator/model/schema.js';

type Members = { readonly [name: string]: Json };

/** Dialects in the order in which keywords came; OpenAPI 3.0 has less than the first. */
const order: readonly DialectId[] = ['openapi-3.0', '4', '6', '7', '2019-09', '2020-12'];

/** Keywords of 2020-12 that not every dialect can say, and the first that can. */
const since: { readonly [keyword: string]: DialectId } = {
  patternProperties: '4',
  dependentRequired: '4',
  dependentSchemas: '4',
  prefixItems: '4',
  contains: '6',
  propertyNames: '6',
  if: '7',
  then: '7',
  else: '7',
  minContains: '2019-09',
  maxContains: '2019-09',
};

/** Part of a schema of draft 2020-12 that an older dialect can express, in keywords of 2020-12. */
export function expressible(schema: Json, dialect: DialectId): Json {
  if (!isMembers(schema)) return schema;
  const isKnown = (name: string): boolean => !isBefore(dialect, since[name] ?? 'openapi-3.0');
  const kept = Object.entries(schema).filter(([name]) => isKnown(name));
  const within = ofEntries(kept.map(([name, value]) => [name, inside(name, value, dialect)]));
  const flagged = isBefore(dialect, '6') ? withoutPairs(within) : within;
  const typed = dialect === 'openapi-3.0' ? withOneType(flagged) : flagged;
  const { $ref, $defs, ...rest } = typed;
  if (!isBefore(dialect, '2019-09') || $ref === undefined) return typed;
  return { ...($defs !== undefined && { $defs }), allOf: [{ $ref }, rest] };
}

/** The same in the words of the dialect. */
export function spelled(schema: Json, dialect: DialectId): Json {
  if (typeof schema === 'boolean' && isBefore(dialect, '6')) return schema ? {} : { not: {} };
  if (!isMembers(schema)) return schema;
  const spelt = new Map<string, Json>();
  for (const [name, value] of Object.entries(schema)) {
    const own = nested(name, value, (each) => spelled(each, dialect));
    for (const [keyword, each] of respelled(name, own, schema, dialect))
      spelt.set(keyword, keyword === 'dependencies' ? merged(spelt.get(keyword), each) : each);
  }
  return ofEntries([...spelt]);
}

function respelled(
  name: string,
  value: Json,
  { prefixItems, type }: Members,
  dialect: DialectId,
): readonly (readonly [string, Json])[] {
  const isOld = isBefore(dialect, '2019-09');
  const isFlag = isBefore(dialect, '6');
  if (name === '$defs' && dialect === 'openapi-3.0') return [['components', { schemas: value }]];
  if (name === '$defs') return [[isOld ? 'definitions' : name, value]];
  if (name === '$ref' && typeof value === 'string') {
    const folder =
      dialect === 'openapi-3.0' ? 'components/schemas' : isOld ? 'definitions' : '$defs';
    return [[name, value.replace('$defs', folder)]];
  }
  if (name === 'prefixItems' && isBefore(dialect, '2020-12')) return [['items', value]];
  if (name === 'items' && prefixItems !== undefined && isBefore(dialect, '2020-12'))
    return [['additionalItems', value]];
  if (name.startsWith('dependent') && isOld) return [['dependencies', value]];
  if (name === 'const' && isFlag) return [['enum', [value]]];
  if (name.startsWith('exclusive') && isFlag)
    return [
      [`m${name.slice('exclusiveM'.length)}`, value],
      [name, true],
    ];
  if (name === 'type' && dialect === 'openapi-3.0' && Array.isArray(type))
    return [
      ['type', type[0] ?? ''],
      ['nullable', true],
    ];
  return [[name, value]];
}

/** Keeps only the exclusive one of two bounds on the same side, because a flag needs its bound. */
function withoutPairs({ minimum, maximum, ...rest }: Members): Members {
  const { exclusiveMinimum, exclusiveMaximum, const: constant, enum: values, ...others } = rest;
  return {
    ...others,
    ...(values === undefined ? constant !== undefined && { const: constant } : { enum: values }),
    ...(exclusiveMinimum === undefined
      ? minimum !== undefined && { minimum }
      : { exclusiveMinimum }),
    ...(exclusiveMaximum === undefined
      ? maximum !== undefined && { maximum }
      : { exclusiveMaximum }),
  };
}

/** One type, and null beside it; null alone is a value. */
function withOneType({ type, ...rest }: Members): Members {
  if (type === undefined) return rest;
  const names = Array.isArray(type) ? type : [type];
  const own = names.find((name) => name !== 'null');
  if (own === undefined) return { ...rest, enum: [null] };
  return { ...rest, type: names.includes('null') ? [own, 'null'] : own };
}

/** The value of a keyword, its schemas changed by a dialect. */
function inside(name: string, value: Json, dialect: DialectId): Json {
  return nested(name, value, (each) => expressible(each, dialect));
}

const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const single = new Set([
  'not',
  'if',
  'then',
  'else',
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
]);

function nested(name: string, value: Json, change: (schema: Json) => Json): Json {
  if (single.has(name)) return change(value);
  if (lists.has(name) && Array.isArray(value)) return value.map(change);
  if (!maps.has(name) || !isMembers(value)) return value;
  return ofEntries(Object.entries(value).map(([key, schema]) => [key, change(schema)]));
}

/** Dependencies on the same member are both kept, one within the other. */
function merged(before: Json | undefined, next: Json): Json {
  if (!isMembers(before) || !isMembers(next)) return next;
  const names = new Set([...Object.keys(before), ...Object.keys(next)]);
  return ofEntries(
    [...names].map((name): readonly [string, Json] => {
      const both = [before, next].flatMap((each) =>
        Object.hasOwn(each, name) ? [each[name]] : [],
      );
      const schemas = both.map((each): Json =>
        Array.isArray(each) ? { required: each } : (each ?? {}),
      );
      return [name, both.length === 1 ? (both[0] ?? {}) : { allOf: schemas }];
    }),
  );
}

function isBefore(dialect: DialectId, other: DialectId): boolean {
  return order.indexOf(dialect) < order.indexOf(other);
}

function isMembers(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ofEntries(entries: readonly (readonly [string, Json])[]): Members {
  return Object.fromEntries(entries);
}
