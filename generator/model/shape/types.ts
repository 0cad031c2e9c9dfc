import { isBigInteger } from '../analysis/big-integer.js';
import { knownValues } from '../analysis/value-names.js';
import { binaryValueOf } from '../analysis/binary-forms.js';
import { convertedFormat } from '../analysis/converted-formats.js';
import { isBinarySchema } from '../analysis/binary-schema.js';
import type { Json, Keywords, KeywordSchema, TypeName } from '../schema.js';
import { anyObject, shapeOfValue, unionOf, unknownShape } from './algebra.js';
import { ownObject, type ShapeContext } from './objects.js';
import type { Shape } from './shape.js';
import {
  describedType,
  describingKeyword,
  everyType,
  untypedSchemas,
} from '../analysis/untyped-schemas.js';

/** What `type`, `enum`, `const` and the members' keywords say, applicators left aside. */
export function ownShape(schema: KeywordSchema, context: ShapeContext): Shape {
  const { keywords } = schema;
  const values = keywords.const === undefined ? keywords.enum : [keywords.const.value];
  if (values !== undefined) {
    const allowed = values.filter((value) => isOfType(value, keywords.type));
    return unionOf(allowed.map(shapeOfValue));
  }
  const types = keywords.type ?? possibleTypes(schema, context);
  if (types === undefined)
    return binaryValueOf(schema, context.held.bytes) === undefined ? unknownShape : binaryShape;
  const [only] = types;
  if (only !== undefined && types.length === 1) return typeShape(only, schema, context);
  return unionOf(types.map((type) => typeShape(type, schema, context)));
}

/** What one type says, with the keywords that concern it. */
export function typeShape(type: TypeName, schema: KeywordSchema, context: ShapeContext): Shape {
  switch (type) {
    case 'null':
      return nullShape;
    case 'boolean':
      return booleanShape;
    case 'number':
    case 'integer':
      return numberOf(schema, type, context);
    case 'string':
      return stringShape(schema, context);
    case 'array':
      return arrayShape(schema.keywords, context);
    case 'object':
      return isBare(schema.keywords) ? anyObject : ownObject(schema.keywords, context);
  }
}

function stringShape(schema: KeywordSchema, { held }: ShapeContext): Shape {
  const format = convertedFormat(schema, held.converted);
  if (format !== undefined) return { kind: 'converted', format };
  if (isBinarySchema(schema.keywords)) {
    const form = binaryValueOf(schema, held.bytes);
    if (form === undefined) return textShape;
    if (form === 'array') return arrayOfBytesShape;
    return form === 'bytes' ? binaryShape : { kind: 'union', members: [textShape, binaryShape] };
  }
  const values = knownValues(schema).filter((value) => typeof value === 'string');
  return values.length === 0 ? textShape : { kind: 'open-enum', of: 'string', values };
}

function numberOf(schema: KeywordSchema, type: TypeName, { held }: ShapeContext): Shape {
  const known = knownValues(schema).filter((value) => isOfType(value, [type]));
  if (held.exact && isBigInteger(schema)) {
    const values = known.flatMap((value) =>
      typeof value === 'number' || typeof value === 'bigint' ? [BigInt(value)] : [],
    );
    return values.length === 0 ? bigintShape : { kind: 'open-enum', of: 'bigint', values };
  }
  const values = known.flatMap((value) => (typeof value === 'number' ? [value + 0] : []));
  return values.length === 0 ? numberShape : { kind: 'open-enum', of: 'number', values };
}

/** Shared by all schemas that say no more: most of them. */
const nullShape: Shape = { kind: 'null' };
const booleanShape: Shape = { kind: 'boolean' };
const numberShape: Shape = { kind: 'number' };
const bigintShape: Shape = { kind: 'bigint' };
const textShape: Shape = { kind: 'string' };
const binaryShape: Shape = { kind: 'binary' };
const arrayOfBytesShape: Shape = { kind: 'binary', isArray: true };

function arrayShape(keywords: Keywords, context: ShapeContext): Shape {
  const items = keywords.items ?? keywords.unevaluatedItems;
  const rest = items === undefined ? unknownShape : context.of(items);
  const prefix = keywords.prefixItems ?? [];
  if (prefix.length === 0) return { kind: 'array', items: rest };
  const closed =
    rest.kind === 'never' ||
    (keywords.maxItems !== undefined && keywords.maxItems <= prefix.length);
  const listed = prefix.slice(0, keywords.maxItems ?? prefix.length).map((id) => context.of(id));
  const required = Math.min(keywords.minItems ?? 0, listed.length);
  const tuple = { kind: 'tuple', items: listed, required } as const;
  return closed ? tuple : { ...tuple, rest };
}

/**
 * Every type that a value may have where members or items are described and no type is said: what is described first, and whatever else
 * what stands around the schema leaves. `undefined` where nothing is described.
 */
function possibleTypes(
  { id, keywords }: KeywordSchema,
  { schemas }: ShapeContext,
): readonly TypeName[] | undefined {
  if (describingKeyword(keywords) === undefined) return undefined;
  const first = describedType(keywords);
  const possible = untypedSchemas(schemas).around(id);
  const types = everyType.filter((type) => possible.has(type));
  return first === undefined || !possible.has(first)
    ? types
    : [first, ...types.filter((type) => type !== first)];
}

/** Whether nothing is said of members: `type: object` and no more. */
function isBare(keywords: Keywords): boolean {
  return (
    keywords.properties === undefined &&
    keywords.patternProperties === undefined &&
    keywords.additionalProperties === undefined &&
    keywords.unevaluatedProperties === undefined &&
    keywords.required === undefined
  );
}

/** Whether a value has one of these types; any has where none is said. */
export function isOfType(value: Json, types: readonly TypeName[] | undefined): boolean {
  if (types === undefined) return true;
  return types.some((type) => {
    if (type === 'null') return value === null;
    if (type === 'array') return Array.isArray(value);
    if (type === 'object')
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    if (typeof value === 'bigint') return type === 'integer' || type === 'number';
    if (type === 'integer') return Number.isInteger(value);
    return typeof value === type;
  });
}
