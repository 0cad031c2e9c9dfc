import type { FixValueField } from '../../model/fix.js';
import type { Json, SchemaId, SchemaTable } from '../../model/schema.js';
import type { FixExampleValue } from './example.js';
import type { FixFieldPlan } from './plan.js';
import { kebabCase, wordsOf } from '../../plan/names/words.js';

/**
 * Example value of a field: the first example of its schema, the first listed value, or a default
 * for its format. Returns `undefined` if none is valid.
 */
export function fixExampleValue(
  plan: FixFieldPlan,
  schemas: SchemaTable,
): FixExampleValue | undefined {
  const { field, values } = plan;
  if (field.kind !== 'value') return undefined;
  const inList = (item: FixExampleValue): FixExampleValue =>
    field.form === 'list' ? { kind: 'list', item } : item;
  const [named] = values?.members ?? [];
  if (values !== undefined && named !== undefined)
    return inList({ kind: 'named', values, name: named.name, value: named.value });
  const [listed] = values?.set.values ?? [];
  if (listed !== undefined) return inList({ kind: 'plain', value: listed });
  if (field.form === 'timestamp') return { kind: 'now', digits: digitsOf(field) };
  const example = exampleOf(field, schemas);
  // The generator neither guesses a match for a pattern nor runs a pattern from a description.
  if (example === undefined && field.bounds?.pattern !== undefined) return undefined;
  const value = example ?? defaultExample(field);
  if (!isWithin(value, field)) return undefined;
  if (field.form === 'data') return { kind: 'bytes', text: String(value) };
  return inList({ kind: 'plain', value });
}

function exampleOf(
  { schema, form }: FixValueField,
  schemas: SchemaTable,
): string | number | boolean | undefined {
  if (schema === undefined || form === 'list') return undefined;
  const example = statedExample(schema, schemas, new Set());
  const expectedType = { integer: 'number', unsigned: 'number', boolean: 'boolean' }[String(form)];
  if (typeof example === 'object' || typeof example === 'bigint') return undefined;
  if (typeof example !== (expectedType ?? 'string')) return undefined;
  return example;
}

/** First example of a schema or of the schemas that it refers to. */
function statedExample(
  id: SchemaId,
  schemas: SchemaTable,
  visited: Set<SchemaId>,
): Json | undefined {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || visited.has(id)) return undefined;
  visited.add(id);
  const [example] = schema.annotations.examples ?? [];
  if (example !== undefined) return example;
  for (const next of [schema.keywords.$ref, ...(schema.keywords.allOf ?? [])]) {
    const found = next === undefined ? undefined : statedExample(next, schemas, visited);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Maximum number of characters in a generated text. */
const maxTextLength = 40;

/** Typical values of text types (ISO 4217, 3166, 10383 and 639). */
const typicalValues: { readonly [type: string]: string } = {
  CURRENCY: 'USD',
  COUNTRY: 'US',
  EXCHANGE: 'XNYS',
  LANGUAGE: 'en',
};

function defaultExample(field: FixValueField): string | number | boolean {
  const { form, bounds = {}, name, type } = field;
  const fraction = digitsOf(field) === 0 ? '' : `.${'0'.repeat(digitsOf(field))}`;
  switch (form) {
    case 'integer':
    case 'unsigned':
      return bounds.minimum ?? Math.min(1, bounds.maximum ?? 1);
    case 'decimal':
      return String(bounds.minimum ?? Math.min(1, bounds.maximum ?? 1));
    case 'boolean':
      return false;
    case 'character':
      return 'A';
    case 'list':
      return 'A';
    case 'date':
    case 'local-time':
      return form === 'date' ? '20300102' : '12:00:00';
    case 'month':
      return '203001';
    case 'time':
      return `12:00:00${fraction}`;
    case 'zoned-time':
      return `12:00${fraction === '' ? '' : `:00${fraction}`}Z`;
    case 'zoned-timestamp':
      return `20300102-12:00${fraction === '' ? '' : `:00${fraction}`}Z`;
    default: {
      const text = typicalValues[type] ?? `${kebabCase(wordsOf(name))}-1`;
      return text
        .padEnd(Math.min(bounds.minLength ?? 0, maxTextLength), '1')
        .slice(0, bounds.maxLength);
    }
  }
}

/**
 * Number of decimal places for seconds: three if allowed, otherwise the first allowed number below
 * that.
 */
function digitsOf({ precision = [3] }: FixValueField): number {
  return precision.includes(3) ? 3 : (precision.find((digits) => digits <= 3) ?? precision[0] ?? 3);
}

function isWithin(value: string | number | boolean, { bounds = {} }: FixValueField): boolean {
  const { minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = bounds;
  const number = Number(value);
  if (!Number.isNaN(number) && (number < minimum || number > maximum)) return false;
  const { length } = String(value);
  return typeof value !== 'string' || (length >= minLength && length <= maxLength);
}
