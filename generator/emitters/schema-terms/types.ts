import { exactBound, type BoundKeyword } from '../../model/analysis/exact-bound.js';
import { assertedFormat, numberFormats } from '../../model/formats.js';
import { readWriteOnlyProperties } from '../../model/analysis/read-write-only.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { Limit, Lowered, Lowering } from './lower.js';
import type { MemberTerm, SchemaTerm, NumberTerm, ObjectTerm, StringTerm } from './term.js';

/** Lowers strings. Lengths are in code points. */
export function stringTerm(schema: KeywordSchema): StringTerm {
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

/** Lowers numbers. */
export function numberTerm(schema: KeywordSchema, integer: boolean): NumberTerm {
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
export function arrayTerm(schema: KeywordSchema, lowering: Lowering): Lowered {
  const { items, prefixItems = [], minItems, maxItems, uniqueItems } = schema.keywords;
  const prefix = prefixItems.map((id) => lowering.lower(id));
  const rest: Lowered =
    items === undefined ? { term: { kind: 'unknown' }, limits: [] } : lowering.lower(items);
  const isShort = prefix.length > (minItems ?? 0);
  if (isShort && !lowering.natives.has('optional items'))
    return {
      term: { kind: 'array', prefix: [], items: anything },
      limits: [{ schema, keyword: 'prefixItems' }],
    };
  return {
    term: {
      kind: 'array',
      prefix: prefix.map(({ term }) => term),
      items: rest.term,
      ...(minItems === undefined || minItems === 0 ? {} : { minItems }),
      ...(maxItems === undefined ? {} : { maxItems }),
      ...(uniqueItems === true ? { uniqueItems } : {}),
    },
    limits: [...prefix.flatMap(({ limits }) => limits), ...rest.limits],
  };
}

/** Lowers objects. Undeclared properties are kept unless the schema forbids them. */
export function objectTerm(schema: KeywordSchema, lowering: Lowering): Lowered {
  const { properties = [], required = [], minProperties, maxProperties } = schema.keywords;
  const requiredNames = requiredIn(schema, required, lowering);
  const named = new Set(properties.map(([name]) => name));
  const lowered = properties.map(([name, id]) => ({ name, ...lowering.lower(id) }));
  const undeclared = [...requiredNames]
    .filter((name) => !named.has(name))
    .map((name) => ({ name, term: anything, limits: [] }));
  const allProperties = [...lowered, ...undeclared];
  if (allProperties.some(({ name }) => name in Object.prototype)) {
    // Libraries read inherited properties like own ones, and drop `__proto__`.
    return { term: anything, limits: [{ schema, keyword: 'properties' }] };
  }
  const members = allProperties.map(({ name, term }): MemberTerm => ({
    name,
    term,
    optional: !requiredNames.has(name),
  }));
  const others = othersOf(schema, members.length > 0, lowering);
  const limits = [...lowered.flatMap((member) => member.limits), ...others.limits];
  const bounds = {
    ...(minProperties === undefined || minProperties === 0 ? {} : { minProperties }),
    ...(maxProperties === undefined ? {} : { maxProperties }),
  };
  const isRecord =
    members.length === 0 && typeof others.term === 'object' && Object.keys(bounds).length === 0;
  return {
    term: isRecord
      ? { kind: 'record', values: others.term }
      : { kind: 'object', members, others: others.term, ...bounds },
    limits,
  };
}

const anything: SchemaTerm = { kind: 'unknown' };

/**
 * Required properties. Requests omit `readOnly` properties, and responses omit `writeOnly` ones.
 */
function requiredIn(
  schema: KeywordSchema,
  required: readonly string[],
  { schemas, use }: Lowering,
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
  isDeclaring: boolean,
  lowering: Lowering,
): { readonly term: ObjectTerm['others']; readonly limits: readonly Limit[] } {
  const { additionalProperties: id, patternProperties } = schema.keywords;
  if (id === undefined) return { term: 'open', limits: [] };
  const { term, limits } = lowering.lower(id);
  if (term.kind === 'unknown') return { term: 'open', limits };
  const isTyped = isDeclaring && term.kind !== 'never';
  // A property that matches a pattern is not additional, which libraries cannot express.
  if ((patternProperties ?? []).length > 0 || (isTyped && !lowering.natives.has('typed others'))) {
    return { term: 'open', limits: [...limits, { schema, keyword: 'additionalProperties' }] };
  }
  return { term: term.kind === 'never' ? 'closed' : term, limits };
}
