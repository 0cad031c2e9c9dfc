import { closestName } from '../../core/closest-name.js';
import type { UnknownProperty } from '../../core/server/log.js';
import { isArray, isObject } from '../../core/validate/shape.js';

/** Declared properties of request bodies, as a generated package lists them. */
export interface KnownProperties {
  /** Objects and arrays by name. */
  readonly schemas: { readonly [name: string]: KnownParts };
  /** Bodies of each operation, in the order of its declared contents. */
  readonly operations: { readonly [id: string]: readonly KnownValue[] };
}

/** A value: its parts, the name of its parts, or `null` if it is not compared. */
export type KnownValue = KnownParts | string | null;

/** Declared parts of an object, an array, or a value that may be either. */
export interface KnownParts {
  /** Declared properties. Absent if any property is allowed. */
  readonly properties?: { readonly [name: string]: KnownValue };
  readonly items?: KnownValue;
}

/** Maximum number of unknown properties in a report. */
const reportLimit = 20;

/** Maximum number of values that are visited for one report. */
const visitLimit = 10_000;

/** Finds the properties of a body that its description does not declare. */
export function unknownProperties(
  body: unknown,
  { schemas }: KnownProperties,
  known: KnownValue,
): readonly UnknownProperty[] {
  const found: UnknownProperty[] = [];
  let visited = 0;
  const visit = (value: unknown, part: KnownValue | undefined, pointer: string): void => {
    if (visited >= visitLimit || found.length >= reportLimit) return;
    const parts = typeof part === 'string' ? schemas[part] : part;
    if (parts === undefined || parts === null) return;
    visited += 1;
    const { properties, items } = parts;
    if (isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, items, `${pointer}/${index}`);
    } else if (properties !== undefined && isObject(value)) {
      for (const [member, content] of Object.entries(value)) {
        const at = `${pointer}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        if (Object.hasOwn(properties, member)) visit(content, properties[member], at);
        else if (found.length < reportLimit)
          found.push(unknown(at, member, Object.keys(properties)));
      }
    }
  };
  visit(body, known, 'body');
  return found;
}

function unknown(path: string, name: string, known: readonly string[]): UnknownProperty {
  const meant = closestName(name, known);
  return meant === undefined ? { path } : { path, meant };
}
