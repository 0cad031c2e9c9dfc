import type { Json } from '../../generator/model/schema.js';
import { keysOf } from './description.js';
import type { Description, Place } from './description.js';
import type { Requirement } from './table.js';

/** Why a description does not say what a line of the table counts on; `undefined` where it does. */
export function unmet(description: Description, requirement: Requirement): string | undefined {
  const { document, address, is, has = [], lacks = [] } = requirement;
  const where = addressOf(document, address);
  const place = description.find(address);
  if (place === undefined) return `${where} is not there`;
  if (is !== undefined && !equals(place, is))
    return `${where} is ${JSON.stringify(place.followed().value)} and not ${JSON.stringify(is)}`;
  const missing = has.filter((part) => !contains(place, part));
  if (missing.length > 0) return `${where} lacks ${missing.join(', ')}`;
  const surplus = lacks.filter((part) => contains(place, part));
  return surplus.length > 0 ? `${where} has ${surplus.join(', ')}` : undefined;
}

/** How a place is written in the table. */
export function addressOf(document: string, address: string): string {
  return address.startsWith('#') ? `${document}${address}` : `${document}:${address}`;
}

function equals(place: Place, wanted: Json): boolean {
  const { value } = place.followed();
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item: Json, index) => isChild(place, String(index), item))
    );
  if (typeof wanted === 'object' && wanted !== null) {
    const members = Object.entries(wanted);
    // Nothing but itself equals an object without members.
    if (members.length === 0) return keysOf(value).length === 0;
    return members.every(([name, member]) => isChild(place, name, member));
  }
  return value === wanted;
}

function isChild(place: Place, token: string, wanted: Json): boolean {
  const child = place.child(token);
  return child !== undefined && equals(child, wanted);
}

function contains(place: Place, part: string): boolean {
  const { value } = place.followed();
  if (typeof value === 'string') return plain(value).includes(plain(part));
  if (Array.isArray(value)) return value.includes(part) || place.child(part) !== undefined;
  return place.child(part) !== undefined;
}

/** Prose, whose lines may break anywhere. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
