import {
  memberOf,
  resolved,
  type FakeSchema,
  type FakeSubschema,
  type FakeTable,
} from './schema.js';

/** Returns the number of levels of the smallest value of a schema; `Infinity` if there is no finite one. */
export type Heights = (schema: FakeSubschema) => number;

/** Determines the heights of all schemas of a table, on first use. Where schemas are recursive, branches that end are found by them. */
export function createHeights(table: FakeTable): Heights {
  let known: Map<string, number> | undefined;
  let isComplete = false;
  const inline = new WeakMap<FakeSchema, number>();
  const heightOf = (subschema: FakeSubschema): number => {
    if (typeof subschema === 'string') return known?.get(subschema) ?? Infinity;
    if (typeof subschema === 'boolean') return 0;
    const before = isComplete ? inline.get(subschema) : undefined;
    if (before !== undefined) return before;
    const height = heightOfSchema(subschema, heightOf);
    if (isComplete) inline.set(subschema, height);
    return height;
  };
  return (schema) => {
    if (known === undefined) {
      known = new Map();
      for (let isChanged = true; isChanged;) {
        isChanged = false;
        for (const key of Object.keys(table)) {
          const height = heightOf(resolved(table, key));
          if (height >= (known.get(key) ?? Infinity)) continue;
          known.set(key, height);
          isChanged = true;
        }
      }
      isComplete = true;
    }
    return heightOf(schema);
  };
}

function heightOfSchema(schema: FakeSchema, heightOf: Heights): number {
  if (schema.enum !== undefined) return 0;
  const { $ref, allOf = [], anyOf, oneOf } = schema;
  let height = ownHeight(schema, heightOf);
  if ($ref !== undefined) height = Math.max(height, heightOf($ref));
  for (const each of allOf) height = Math.max(height, heightOf(each));
  for (const branches of [anyOf, oneOf])
    if (branches !== undefined) height = Math.max(height, Math.min(...branches.map(heightOf)));
  return height;
}

function ownHeight(schema: FakeSchema, heightOf: Heights): number {
  const types = schema.type ?? [
    ...(schema.required !== undefined ? ['object'] : []),
    ...(schema.minItems !== undefined && schema.items !== undefined ? ['array'] : []),
  ];
  if (types.length === 0) return 0;
  return Math.min(
    ...types.map((type) => {
      if (type === 'object') return objectHeight(schema, heightOf);
      if (type !== 'array' || (schema.minItems ?? 0) === 0) return 0;
      return schema.items === undefined ? 1 : 1 + heightOf(schema.items);
    }),
  );
}

function objectHeight({ required = [], properties }: FakeSchema, heightOf: Heights): number {
  const heights = required.map((name) => {
    const member = memberOf(properties, name);
    return member === undefined ? 0 : heightOf(member);
  });
  return heights.length === 0 ? 0 : 1 + Math.max(...heights);
}
