import type { Issues } from './issues.js';

/** JSON Pointer to a part of the whole value. */
export function pointerOf({ around, pointer, key }: Issues): string {
  if (around === undefined) return '';
  return pointerOf(around) + pointer + (key === undefined ? '' : `/${escapeToken(key)}`);
}

/** Location of the schema of a part: document and pointer. */
export function locationOf({ around, pointer, key, location, schema }: Issues): string {
  if (schema !== undefined) return schema;
  if (around === undefined) return location ?? '';
  if (location !== undefined)
    return isRelative(location) ? locationOf(around) + location : location;
  const end = key === undefined ? '' : typeof key === 'number' ? '/items' : '/additionalProperties';
  return locationOf(around) + propertyLocation(pointer) + end;
}

/** Innermost branch of a union on the way to a part. */
export function branchOf({ around, branchName }: Issues): string | undefined {
  return branchName ?? (around && branchOf(around));
}

/** Location of a declared property, relative to the schema of its object. */
export function propertyLocation(pointer: string): string {
  return pointer === '' ? '' : pointer.replaceAll('/', '/properties/');
}

/** Location of a schema that is relative to that of a property, relative to the schema of its object. */
export function locationBelow(pointer: string, location: string): string {
  return pointer !== '' && isRelative(location) ? propertyLocation(pointer) + location : location;
}

function isRelative(location: string): boolean {
  return location === '' || location.startsWith('/');
}

function escapeToken(token: number | string): string {
  const text = String(token);
  return /[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}
