import type { Json } from '../../generator/model/schema.js';
import { memberOf } from './description.js';
import type { Description, DescriptionNode } from './description.js';
import type { Requirement } from './table.js';

/** Why a description does not meet a requirement of the table; `undefined` if it does. */
export function unmet(description: Description, requirement: Requirement): string | undefined {
  const { document, address, is, has = [], lacks = [] } = requirement;
  const where = addressOf(document, address);
  const place = description.find(address);
  if (place === undefined) return `${where} is not there`;
  const difference = is === undefined ? undefined : differenceOf(place, is);
  if (difference !== undefined) return `${where}${difference}`;
  const missing = has.filter((part) => !contains(place, part));
  if (missing.length > 0) return `${where} lacks ${missing.join(', ')}`;
  const surplus = lacks.filter((part) => contains(place, part));
  return surplus.length > 0 ? `${where} has ${surplus.join(', ')}` : undefined;
}

/** A location, as written in the table. */
function addressOf(document: string, address: string): string {
  return address.startsWith('#') ? `${document}${address}` : `${document}:${address}`;
}

/** The path to a difference below a location, and the actual value. */
function differenceOf(place: DescriptionNode, wanted: Json): string | undefined {
  const { value } = place.followed();
  if (typeof wanted !== 'object' || wanted === null)
    return value === wanted ? undefined : not(value, wanted);
  const names = Object.keys(wanted);
  // Lists are compared whole, and nothing but itself equals an object without members.
  const isWhole = Array.isArray(wanted) || names.length === 0;
  const isAlike = Array.isArray(wanted) === Array.isArray(value);
  if (!isAlike || (isWhole && Object.keys(Object(value)).length !== names.length))
    return not(value, wanted);
  for (const name of names) {
    const child = place.child(name);
    const member = memberOf(wanted, name) ?? null;
    const difference = child === undefined ? ' is not there' : differenceOf(child, member);
    if (difference !== undefined) return `/${name}${difference}`;
  }
  return undefined;
}

function not(value: Json, wanted: Json): string {
  return ` is ${JSON.stringify(value)} and not ${JSON.stringify(wanted)}`;
}

function contains(place: DescriptionNode, part: string): boolean {
  const { value } = place.followed();
  if (typeof value === 'string') return plain(value).includes(plain(part));
  if (Array.isArray(value)) return value.includes(part) || place.child(part) !== undefined;
  return place.child(part) !== undefined;
}

/** Prose, whose lines may break anywhere. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
