import { z } from 'zod';

const list = (length, of) => Array.from({ length }, (_, index) => of(index));
const object = (length, of, prefix = 'key') =>
  Object.fromEntries(list(length, (index) => [`${prefix}${index}`, of(index)]));

const text = { type: 'string' };
const number = { type: 'number' };
const ten = object(10, () => number, 'm');
const tenNames = Object.keys(ten);
const zodTen = object(10, () => z.number(), 'm');
const point = { type: 'object', required: ['x'], properties: { x: number, y: number } };
const named = { type: 'object', required: ['name'], properties: { name: text } };
const zodPoint = z.object({ x: z.number(), y: z.number().optional() });
const zodNamed = z.object({ name: z.string() });
const format = (name) => ({ type: 'string', format: name });

/**
 * One row for each keyword: a schema, the same in Zod if Zod can express it, a valid value, and an invalid one. The rows of formats compare with
 * `ajv-formats`.
 */
export const keywordRows = {
  'type: string': { schema: text, zod: z.string(), valid: 'tea', invalid: 5 },
  'type: integer': { schema: { type: 'integer' }, zod: z.int(), valid: 42, invalid: 4.2 },
  'type: [string, null]': {
    schema: { type: ['string', 'null'] },
    zod: z.string().nullable(),
    valid: null,
    invalid: 5,
  },
  'enum of 5': {
    schema: { enum: ['red', 'green', 'blue', 'black', 'white'] },
    zod: z.enum(['red', 'green', 'blue', 'black', 'white']),
    valid: 'black',
    invalid: 'pink',
  },
  'enum of 100': {
    schema: { enum: list(100, (index) => `value-${index}`) },
    zod: z.enum(list(100, (index) => `value-${index}`)),
    valid: 'value-77',
    invalid: 'value-100',
  },
  const: { schema: { const: 'tea' }, zod: z.literal('tea'), valid: 'tea', invalid: 'coffee' },
  'const, an object': {
    schema: { const: { kind: 'tea', cups: [1, 2] } },
    valid: { kind: 'tea', cups: [1, 2] },
    invalid: { kind: 'tea', cups: [1, 3] },
  },
  'minimum, maximum': {
    schema: { type: 'number', minimum: 1, maximum: 100 },
    zod: z.number().min(1).max(100),
    valid: 50,
    invalid: 500,
  },
  'exclusiveMinimum, exclusiveMaximum': {
    schema: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    zod: z.number().gt(0).lt(1),
    valid: 0.5,
    invalid: 1,
  },
  'multipleOf: 5': {
    schema: { type: 'integer', multipleOf: 5 },
    zod: z.int().multipleOf(5),
    valid: 125,
    invalid: 126,
  },
  'multipleOf: 0.01': {
    schema: { type: 'number', multipleOf: 0.01 },
    zod: z.number().multipleOf(0.01),
    valid: 19.99,
    invalid: 19.995,
  },
  'minLength, maxLength, ASCII': {
    schema: { type: 'string', minLength: 1, maxLength: 40 },
    zod: z.string().min(1).max(40),
    valid: 'a text of usual length',
    invalid: 'a text that is longer than forty characters',
  },
  'minLength, maxLength, other': {
    schema: { type: 'string', minLength: 1, maxLength: 24 },
    zod: z.string().min(1).max(24),
    valid: 'ein Text üblicher Länge',
    invalid: 'ein Text, der zu viele Zeichen enthält, größer als erlaubt',
  },
  pattern: {
    schema: { type: 'string', pattern: '^[a-z]+-[0-9]+$' },
    zod: z.string().regex(/^[a-z]+-[0-9]+$/u),
    valid: 'order-12345',
    invalid: 'order-',
  },
  'format: date-time': {
    schema: format('date-time'),
    zod: z.iso.datetime({ offset: true }),
    valid: '2026-03-14T15:09:26.535Z',
    invalid: '2026-13-14T15:09:26Z',
  },
  'format: date': {
    schema: format('date'),
    zod: z.iso.date(),
    valid: '2026-03-14',
    invalid: '2026-02-30',
  },
  'format: uuid': {
    schema: format('uuid'),
    zod: z.guid(),
    valid: '3b241101-e2bb-4255-8caf-4136c566a962',
    invalid: '3b241101-e2bb-4255-8caf-4136c566a96',
  },
  'items, 100 numbers': {
    schema: { type: 'array', items: number },
    zod: z.array(z.number()),
    valid: list(100, (index) => index),
    invalid: [...list(99, (index) => index), 'x'],
  },
  'items, 100 objects': {
    schema: { type: 'array', items: point },
    zod: z.array(zodPoint),
    valid: list(100, (x) => ({ x, y: 1 })),
    invalid: [...list(99, (x) => ({ x, y: 1 })), { y: 1 }],
  },
  prefixItems: {
    schema: {
      type: 'array',
      prefixItems: [text, number, { type: 'boolean' }],
      minItems: 3,
      items: false,
    },
    zod: z.tuple([z.string(), z.number(), z.boolean()]),
    valid: ['a', 1, true],
    invalid: ['a', 1, 2],
  },
  'minItems, maxItems': {
    schema: { type: 'array', minItems: 1, maxItems: 10 },
    zod: z.array(z.unknown()).min(1).max(10),
    valid: [1, 2, 3],
    invalid: [],
  },
  contains: {
    schema: { type: 'array', contains: { const: 'tea' } },
    valid: ['a', 'b', 'c', 'tea'],
    invalid: ['a', 'b', 'c', 'd'],
  },
  'minContains, maxContains': {
    schema: { type: 'array', contains: { type: 'number' }, minContains: 2, maxContains: 3 },
    valid: ['a', 1, 'c', 2],
    invalid: [1, 2, 3, 4],
  },
  'uniqueItems, 50 strings': {
    schema: { type: 'array', items: text, uniqueItems: true },
    valid: list(50, (index) => `item ${index}`),
    invalid: [...list(49, (index) => `item ${index}`), 'item 7'],
  },
  'uniqueItems, 20 objects': {
    schema: { type: 'array', uniqueItems: true },
    valid: list(20, (index) => ({ id: index, tags: ['a'] })),
    invalid: [...list(19, (index) => ({ id: index, tags: ['a'] })), { id: 7, tags: ['a'] }],
  },
  'properties, ten': {
    schema: { type: 'object', required: tenNames, properties: ten },
    zod: z.object(zodTen),
    valid: object(10, (index) => index, 'm'),
    invalid: { ...object(10, (index) => index, 'm'), m9: 'x' },
  },
  'properties, ten optional': {
    schema: { type: 'object', properties: ten },
    zod: z.object(zodTen).partial(),
    valid: object(5, (index) => index, 'm'),
    invalid: { ...object(5, (index) => index, 'm'), m9: 'x' },
  },
  'additionalProperties: false, ten': {
    schema: { type: 'object', required: tenNames, properties: ten, additionalProperties: false },
    zod: z.strictObject(zodTen),
    valid: object(10, (index) => index, 'm'),
    invalid: { ...object(10, (index) => index, 'm'), other: 1 },
  },
  'additionalProperties, map of 100': {
    schema: { type: 'object', additionalProperties: number },
    zod: z.record(z.string(), z.number()),
    valid: object(100, (index) => index),
    invalid: { ...object(99, (index) => index), last: 'x' },
  },
  patternProperties: {
    schema: { type: 'object', patternProperties: { '^x-': text, '^n': number } },
    valid: { ...object(5, () => 'a', 'x-'), ...object(5, () => 1, 'n') },
    invalid: { ...object(5, () => 'a', 'x-'), ...object(5, () => 'b', 'n') },
  },
  propertyNames: {
    schema: { type: 'object', propertyNames: { pattern: '^[a-z0-9]+$' } },
    valid: object(10, () => 1),
    invalid: { ...object(9, () => 1), 'not-this': 1 },
  },
  'minProperties, maxProperties': {
    schema: { type: 'object', minProperties: 1, maxProperties: 10 },
    valid: object(10, () => 1),
    invalid: object(11, () => 1),
  },
  dependentRequired: {
    schema: { type: 'object', dependentRequired: { card: ['address', 'name'] } },
    valid: { card: 1, address: 2, name: 3 },
    invalid: { card: 1, address: 2 },
  },
  dependentSchemas: {
    schema: { type: 'object', dependentSchemas: { x: point } },
    valid: { x: 1, y: 2 },
    invalid: { x: 1, y: 'b' },
  },
  allOf: {
    schema: { allOf: [point, named] },
    zod: z.intersection(zodPoint, zodNamed),
    valid: { x: 1, y: 2, name: 'a' },
    invalid: { x: 1, y: 2 },
  },
  'anyOf, three objects': {
    schema: {
      anyOf: [point, named, { type: 'object', required: ['id'], properties: { id: number } }],
    },
    zod: z.union([zodPoint, zodNamed, z.object({ id: z.number() })]),
    valid: { id: 1 },
    invalid: { id: 'a' },
  },
  'oneOf, three objects': {
    schema: {
      oneOf: [point, named, { type: 'object', required: ['id'], properties: { id: number } }],
    },
    valid: { id: 1 },
    invalid: { id: 'a' },
  },
  not: {
    schema: { type: 'string', not: { enum: ['root', 'admin'] } },
    valid: 'grace',
    invalid: 'root',
  },
  'if, then, else': {
    schema: {
      type: 'object',
      properties: { kind: text },
      if: { properties: { kind: { const: 'point' } } },
      then: point,
      else: named,
    },
    valid: { kind: 'point', x: 1 },
    invalid: { kind: 'other', x: 1 },
  },
  'unevaluatedProperties: false': {
    schema: { allOf: [point, named], unevaluatedProperties: false },
    valid: { x: 1, y: 2, name: 'a' },
    invalid: { x: 1, y: 2, name: 'a', z: 3 },
  },
  'unevaluatedItems: false': {
    schema: {
      type: 'array',
      allOf: [{ prefixItems: [text] }, { prefixItems: [text, number] }],
      unevaluatedItems: false,
    },
    valid: ['a', 1],
    invalid: ['a', 1, 2],
  },
};
