import type { FixValueField } from '../model/fix.js';
import type { Json, SchemaId, SchemaTable } from '../model/schema.js';
import type { FixExampleValue } from './fix-example.js';
import type { FixFieldPlan } from './fix.js';
import { kebabCase, wordsOf } from './words.js';

/** A value for a field: the first example that its schema gives, or else its first value, or one of its form; `undefined` where none fits. */
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
  // What a pattern asks for is not guessed, and a pattern of a stranger is not run.
  if (example === undefined && field.bounds?.pattern !== undefined) return undefined;
  const given = example ?? usual(field);
  if (!isWithin(given, field)) return undefined;
  if (field.form === 'data') return { kind: 'bytes', text: String(given) };
  return inList({ kind: 'plain', value: given });
}

function exampleOf(
  { schema, form }: FixValueField,
  schemas: SchemaTable,
): string | number | boolean | undefined {
  if (schema === undefined || form === 'list') return undefined;
  const example = statedExample(schema, schemas, new Set());
  const wanted = { integer: 'number', unsigned: 'number', boolean: 'boolean' }[String(form)];
  if (typeof example === 'object' || typeof example === 'bigint') return undefined;
  if (typeof example !== (wanted ?? 'string')) return undefined;
  return example;
}

/** The example of a schema, or of one that it refers to. */
function statedExample(id: SchemaId, schemas: SchemaTable, above: Set<SchemaId>): Json | undefined {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || above.has(id)) return undefined;
  above.add(id);
  const [own] = schema.annotations.examples ?? [];
  if (own !== undefined) return own;
  for (const next of [schema.keywords.$ref, ...(schema.keywords.allOf ?? [])]) {
    const found = next === undefined ? undefined : statedExample(next, schemas, above);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Characters of a text that an example shows. */
const longest = 40;

/** Words that stand for a kind of text, as exchanges know them (ISO 4217, 3166, 10383 and 639). */
const words: { readonly [type: string]: string } = {
  CURRENCY: 'USD',
  COUNTRY: 'US',
  EXCHANGE: 'XNYS',
  LANGUAGE: 'en',
};

function usual(field: FixValueField): string | number | boolean {
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
      const text = words[type] ?? `${kebabCase(wordsOf(name))}-1`;
      return text.padEnd(Math.min(bounds.minLength ?? 0, longest), '1').slice(0, bounds.maxLength);
    }
  }
}

/** The fewest digits of a second that are usual, milliseconds if they may be said. */
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
