import { exactBound, type BoundKeyword } from '../../model/analysis/exact-bound.js';
import { assertedFormat, numberFormats } from '../../model/formats.js';
import { readWriteOnlyProperties } from '../../model/analysis/read-write-only.js';
import type { KeywordSchema } from '../../model/schema.js';
import { lowerZod, type Limit, type Lowered, type ZodLowering } from './lower.js';
import type { ZodMember, ZodNode, ZodNumber, ZodObject, ZodString } from './node.js';

/** Lowers strings. Lengths are in code points. */
export function stringNode(schema: KeywordSchema): ZodString {
  const { minLength, maxLength, pattern } = schema.keywords;
  const format = assertedFormat(schema);
  return {
    kind: 'string',
    ...(minLength === undefined || minLength === 0 ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === undefined || numberFormats.has(format) ? {} : { format }),
  };
}

/** Lowers numbers. Zod's integers end at 2^53, those of JSON Schema do not. */
export function numberNode(schema: KeywordSchema, integer: boolean): ZodNumber {
  const { multipleOf } = schema.keywords;
  const format = assertedFormat(schema);
  return {
    kind: 'number',
    integer,
    ...boundsOf(schema),
    ...(multipleOf === undefined ? {} : { multipleOf: multipleOf.text }),
    ...(format === undefined || !numberFormats.has(format) ? {} : { format }),
  };
}

/** Bounds as doubles. An inexact bound may become an exclusive bound at the next double. */
function boundsOf({ keywords }: KeywordSchema): { readonly [Name in BoundKeyword]?: number } {
  const bounds: { [Name in BoundKeyword]?: number } = {};
  const ends = [
    { within: 'minimum', beyond: 'exclusiveMinimum', stricter: Math.max },
    { within: 'maximum', beyond: 'exclusiveMaximum', stricter: Math.min },
  ] as const;
  for (const { within, beyond, stricter } of ends) {
    for (const keyword of [within, beyond]) {
      const bound = keywords[keyword];
      if (bound === undefined) continue;
      const { value, isWithin } = exactBound(keyword, bound);
      const name = isWithin ? within : beyond;
      bounds[name] = stricter(bounds[name] ?? value, value);
    }
  }
  return bounds;
}

/** Lowers arrays and tuples. */
export function arrayNode(schema: KeywordSchema, lowering: ZodLowering): Lowered {
  const { items, prefixItems = [], minItems, maxItems, uniqueItems } = schema.keywords;
  const prefix = prefixItems.map((id) => lowerZod(id, lowering));
  const rest: Lowered =
    items === undefined ? { node: { kind: 'unknown' }, limits: [] } : lowerZod(items, lowering);
  return {
    node: {
      kind: 'array',
      prefix: prefix.map(({ node }) => node),
      items: rest.node,
      ...(minItems === undefined || minItems === 0 ? {} : { minItems }),
      ...(maxItems === undefined ? {} : { maxItems }),
      ...(uniqueItems === true ? { uniqueItems } : {}),
    },
    limits: [...prefix.flatMap(({ limits }) => limits), ...rest.limits],
  };
}

/** Lowers objects. Undeclared properties are kept unless the schema forbids them. */
export function objectNode(schema: KeywordSchema, lowering: ZodLowering): Lowered {
  const { properties = [], required = [], minProperties, maxProperties } = schema.keywords;
  const requiredNames = requiredIn(schema, required, lowering);
  const named = new Set(properties.map(([name]) => name));
  const lowered = properties.map(([name, id]) => ({ name, ...lowerZod(id, lowering) }));
  const undeclared = [...requiredNames]
    .filter((name) => !named.has(name))
    .map((name) => ({ name, node: anything, limits: [] }));
  const allProperties = [...lowered, ...undeclared];
  if (allProperties.some(({ name }) => name in Object.prototype)) {
    // Zod reads inherited properties like own ones, and drops `__proto__`.
    return { node: anything, limits: [{ schema, keyword: 'properties' }] };
  }
  const members = allProperties.map(({ name, node }): ZodMember => ({
    name,
    node,
    optional: !requiredNames.has(name),
  }));
  const others = othersOf(schema, lowering);
  const limits = [...lowered.flatMap((member) => member.limits), ...others.limits];
  const bounds = {
    ...(minProperties === undefined || minProperties === 0 ? {} : { minProperties }),
    ...(maxProperties === undefined ? {} : { maxProperties }),
  };
  const isRecord =
    members.length === 0 && typeof others.node === 'object' && Object.keys(bounds).length === 0;
  return {
    node: isRecord
      ? { kind: 'record', values: others.node }
      : { kind: 'object', members, others: others.node, ...bounds },
    limits,
  };
}

const anything: ZodNode = { kind: 'unknown' };

/**
 * Required properties. Requests omit `readOnly` properties, and responses omit `writeOnly` ones.
 */
function requiredIn(
  schema: KeywordSchema,
  required: readonly string[],
  { schemas, use }: ZodLowering,
): ReadonlySet<string> {
  const message = use.direction === 'send' ? 'request' : 'response';
  const omitted =
    use.direction === 'both'
      ? []
      : readWriteOnlyProperties(schema, schemas).filter(({ absentIn }) => absentIn === message);
  const names = new Set(omitted.map(({ name }) => name));
  return new Set(required.filter((name) => !names.has(name)));
}

function othersOf(
  schema: KeywordSchema,
  lowering: ZodLowering,
): { readonly node: ZodObject['others']; readonly limits: readonly Limit[] } {
  const { additionalProperties: id, patternProperties } = schema.keywords;
  if (id === undefined) return { node: 'open', limits: [] };
  const { node, limits } = lowerZod(id, lowering);
  if (node.kind === 'unknown') return { node: 'open', limits };
  // A property that matches a pattern is not additional, which Zod cannot express.
  if ((patternProperties ?? []).length > 0) {
    return { node: 'open', limits: [...limits, { schema, keyword: 'additionalProperties' }] };
  }
  return { node: node.kind === 'never' ? 'closed' : node, limits };
}
