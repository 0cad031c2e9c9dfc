import type { Json } from '../../generator/model/schema.js';
import { isValid, type JsonObject, listOf, objectOf } from './described.js';

/** A value that a schema does not allow. */
export interface BadValue {
  /** Where it is bad and how, such as `/rules/0/action: not listed`. */
  readonly name: string;
  readonly value: Json;
}

/**
 * Makes one thing wrong in a valid value, once for every place in it and for every keyword there: types, lengths, patterns, listed values,
 * limits, missing properties, and unknown ones where the schema forbids them.
 */
export function badValues(schema: JsonObject, value: Json): readonly BadValue[] {
  const found = new Map<string, BadValue>();
  for (const bad of changes(schema, value, ''))
    if (!isValid(schema, bad.value)) found.set(JSON.stringify(bad.value), bad);
  return [...found.values()];
}

const strangers: readonly Json[] = [null, 7, 1.5, 'text', true, [], {}];

function* changes(schema: JsonObject, value: Json, at: string): Generator<BadValue> {
  for (const branch of branchesOf(schema))
    if (isValid(branch, value)) yield* changes(branch, value, at);
  for (const stranger of strangers)
    yield { name: `${at}: ${JSON.stringify(stranger)}`, value: stranger };
  if (typeof value === 'string') yield* badTexts(schema, value, at);
  else if (typeof value === 'number') yield* badNumbers(schema, at);
  else if (Array.isArray(value)) yield* badLists(schema, value, at);
  else if (typeof value === 'object' && value !== null)
    yield* badObjects(schema, objectOf(value), at);
}

function branchesOf(schema: JsonObject): readonly JsonObject[] {
  return ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword]).map(objectOf));
}

function* badTexts(schema: JsonObject, value: string, at: string): Generator<BadValue> {
  const { maxLength } = schema;
  if (typeof maxLength === 'number')
    yield { name: `${at}: too long`, value: value.slice(0, 1).padEnd(maxLength + 1, 'x') };
  yield { name: `${at}: empty`, value: '' };
  yield { name: `${at}: not listed`, value: 'nonsense' };
  yield { name: `${at}: one character more`, value: `${value}!` };
  yield { name: `${at}: a line more`, value: `${value}\n` };
  yield { name: `${at}: NUL`, value: '\u0000' };
}

function* badNumbers({ minimum, maximum }: JsonObject, at: string): Generator<BadValue> {
  if (typeof minimum === 'number') yield { name: `${at}: too small`, value: minimum - 1 };
  if (typeof maximum === 'number') yield { name: `${at}: too large`, value: maximum + 1 };
}

function* badLists(
  { minItems, maxItems, items }: JsonObject,
  value: readonly Json[],
  at: string,
): Generator<BadValue> {
  const [first = null] = value;
  if (typeof minItems === 'number')
    yield { name: `${at}: too few`, value: value.slice(0, minItems - 1) };
  if (typeof maxItems === 'number')
    yield { name: `${at}: too many`, value: Array.from({ length: maxItems + 1 }, () => first) };
  for (const [index, item] of value.entries())
    for (const bad of changes(objectOf(items), item, `${at}/${index}`))
      yield { name: bad.name, value: value.with(index, bad.value) };
}

function* badObjects(schema: JsonObject, value: JsonObject, at: string): Generator<BadValue> {
  for (const name of listOf(schema['required']).map(String)) {
    const { [name]: _, ...others } = value;
    yield { name: `${at}/${name}: missing`, value: others };
  }
  yield { name: `${at}: an unknown property`, value: { ...value, unknownProperty: 1 } };
  for (const [name, member] of Object.entries(objectOf(schema['properties'])))
    for (const bad of changes(objectOf(member), value[name] ?? null, `${at}/${name}`))
      yield { name: bad.name, value: { ...value, [name]: bad.value } };
}
