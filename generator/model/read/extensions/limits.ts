import type { LimitValue, NamedLimit } from '../../limits.js';
import type { Json } from '../../schema.js';
import { isArray, member } from '../json.js';
import { asNode, mapAt, optional, placeAt, textAt } from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import type { Reading } from '../openapi/reading.js';
import { checkExtension, refuse } from './extension.js';

/** `x-limits` of the document, each held against the values that it says it is the same as. */
export function readLimits(reading: Reading, root: Node): readonly NamedLimit[] {
  return mapAt(root, 'x-limits').flatMap(([name, place]) => {
    if (name === 'x-basis') return [];
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) {
      place.reporter.error(
        'invalid-extension',
        place.origin,
        `"${name}" can not be the name of a limit`,
        { part: 'key', hint: 'a name is a letter and then letters and digits' },
      );
      return [];
    }
    const limit = readLimit(reading, name, place);
    return limit === undefined ? [] : [limit];
  });
}

function readLimit(reading: Reading, name: string, place: Place): NamedLimit | undefined {
  const node = asNode(place, `the limit "${name}"`);
  if (node === undefined) return undefined;
  checkExtension(node, ['value', 'unit', 'description', 'sameAs'], 'a limit');
  const value = readValue(node, name);
  if (value === undefined) return undefined;
  for (const reference of referencesAt(node)) compare(reading, name, value, reference);
  return {
    name,
    value,
    ...optional('unit', textAt(node, 'unit')),
    ...optional('description', textAt(node, 'description')),
    origin: node.origin,
  };
}

function readValue(node: Node, name: string): NamedLimit['value'] | undefined {
  const value = member(node.value, 'value');
  if (value === undefined) return refuse(node, [], `the limit "${name}" has no "value"`);
  if (isValue(value)) return value;
  if (isArray(value) && value.every(isValue)) return value;
  const big = typeof value === 'number';
  return refuse(
    node,
    ['value'],
    big
      ? 'the value of a limit is a number that a program can not hold'
      : 'the value of a limit is neither a number, a string or a boolean nor a list of those',
    big ? 'put it in quotes' : undefined,
  );
}

function isValue(value: Json): value is LimitValue {
  if (typeof value !== 'number') return typeof value === 'string' || typeof value === 'boolean';
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** `sameAs`: one reference, or a list of them. */
function referencesAt(node: Node): readonly (Place & { readonly value: string })[] {
  const place = placeAt(node, 'sameAs');
  if (place === undefined) return [];
  const items = isArray(place.value)
    ? place.value.map((_, index) => placeAt(place, index))
    : [place];
  return items.flatMap((item) => {
    if (item === undefined) return [];
    if (typeof item.value === 'string' && item.value.includes('#')) {
      return [{ ...item, value: item.value }];
    }
    item.reporter.error('invalid-extension', item.origin, '"sameAs" is no reference', {
      hint: "write where the value stands: '#/components/…'",
    });
    return [];
  });
}

function compare(
  reading: Reading,
  name: string,
  value: NamedLimit['value'],
  reference: Place & { readonly value: string },
): void {
  const other = reading.resolve(reference.value, reference, reference.origin);
  if (other === undefined || JSON.stringify(other.value) === JSON.stringify(value)) return;
  reading.reporter.error(
    'limit-value',
    reference.origin,
    `the limit "${name}" is ${JSON.stringify(value)}, but "${reference.value}" is ${shortly(other.value)}`,
    { related: [{ message: 'the other value is here', origin: other.origin }] },
  );
}

function shortly(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
