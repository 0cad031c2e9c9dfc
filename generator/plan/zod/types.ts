import { exactBound, type BoundKeyword } from '../../model/exact-bound.js';
import { assertedFormat, numberFormats } from '../../model/formats.js';
import { oneWayMembers } from '../../model/one-way.js';
import type { KeywordSchema } from '../../model/schema.js';
import { lowerZod, type Limit, type Lowered, type ZodLowering } from './lower.js';
import type { ZodMember, ZodNode, ZodNumber, ZodObject, ZodString } from './node.js';

/** Strings, with lengths in code points. */
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

/** Numbers; Zod's own integers end at 2^53, those of JSON Schema do not. */
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

/** Bounds as doubles; one that no double is excludes the next where that is beyond it. */
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

/** Arrays and tuples. */
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

/** Objects keep the members that are not named, unless these are refused. */
export function objectNode(schema: KeywordSchema, lowering: ZodLowering): Lowered {
  const { properties = [], required = [], minProperties, maxProperties } = schema.keywords;
  const needed = requiredIn(schema, required, lowering);
  const named = new Set(properties.map(([name]) => name));
  const lowered = properties.map(([name, id]) => ({ name, ...lowerZod(id, lowering) }));
  const extra = [...needed]
    .filter((name) => !named.has(name))
    .map((name) => ({ name, node: anything, limits: [] }));
  const all = [...lowered, ...extra];
  if (all.some(({ name }) => name in Object.prototype)) {
    // Zod reads members as a program does: it would find what every object inherits, and drop `__proto__`.
    return { node: anything, limits: [{ schema, keyword: 'properties' }] };
  }
  const members = all.map(({ name, node }): ZodMember => ({
    name,
    node,
    optional: !needed.has(name),
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

/** A request leaves out what is `readOnly`, a response what is `writeOnly`. */
function requiredIn(
  schema: KeywordSchema,
  required: readonly string[],
  { schemas, use }: ZodLowering,
): ReadonlySet<string> {
  const way = use.direction === 'send' ? 'request' : 'response';
  const absent =
    use.direction === 'both'
      ? []
      : oneWayMembers(schema, schemas).filter(({ absentIn }) => absentIn === way);
  const names = new Set(absent.map(({ name }) => name));
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
  // What a pattern covers is no additional member, which Zod cannot know.
  if ((patternProperties ?? []).length > 0) {
    return { node: 'open', limits: [...limits, { schema, keyword: 'additionalProperties' }] };
  }
  return { node: node.kind === 'never' ? 'closed' : node, limits };
}
