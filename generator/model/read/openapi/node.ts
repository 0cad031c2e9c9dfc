import type { Reporter } from '../../../core/diagnostic.js';
import { childOrigin } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Json } from '../../schema.js';
import { describeType, isArray, isObject, member } from '../json.js';
import type { JsonObject } from '../json.js';
import { escapeToken } from '../../../core/pointer.js';
import type { DescriptionDocument } from './description-document.js';

/** A value of a description and where it stands. */
export interface Place {
  readonly value: Json;
  readonly origin: Origin;
  readonly pointer: string;
  readonly document: DescriptionDocument;
  readonly reporter: Reporter;
}

/** A place that holds an object. */
export interface Node extends Place {
  readonly value: JsonObject;
}

/** The place below a key, whatever stands there; `undefined` where nothing does. */
export function placeAt(node: Place, key: string | number): Place | undefined {
  const { value: holder, origin, pointer, document, reporter } = node;
  let value: Json | undefined;
  if (isArray(holder)) value = holder[Number(key)];
  else if (isObject(holder)) value = member(holder, String(key));
  if (value === undefined) return undefined;
  return {
    value,
    origin: { parent: origin, key },
    pointer: `${pointer}/${escapeToken(key)}`,
    document,
    reporter,
  };
}

/** The origin of a member, there or not. */
export function originAt(node: Place, ...keys: readonly (string | number)[]): Origin {
  return childOrigin(node.origin, ...keys);
}

/** The place as a node; reports anything that is no object. */
export function asNode(place: Place, what: string): Node | undefined {
  if (isObject(place.value)) return place as Node;
  place.reporter.error(
    'invalid-type',
    place.origin,
    `${what} is ${describeType(place.value)} where an object belongs`,
  );
  return undefined;
}

/** An object among the members; reports a member of another type. */
export function objectAt(node: Node, name: string): Node | undefined {
  const place = placeAt(node, name);
  return place === undefined ? undefined : asNode(place, `"${name}"`);
}

/** An array among the members, as places; empty where there is none. */
export function listAt(node: Node, name: string): readonly Place[] {
  const place = placeAt(node, name);
  if (place === undefined) return [];
  if (isArray(place.value)) {
    return place.value.map((_, index) => placeAt(place, index) as Place);
  }
  place.reporter.error(
    'invalid-type',
    place.origin,
    `"${name}" is ${describeType(place.value)} where an array belongs`,
  );
  return [];
}

/** The members of a map that may be absent. */
export function mapAt(node: Node, name: string): readonly (readonly [string, Place])[] {
  const map = objectAt(node, name);
  return map === undefined
    ? []
    : Object.keys(map.value).map((key) => [key, placeAt(map, key) as Place] as const);
}

/** A string among the members; reports one of another type. */
export function textAt(node: Node, name: string): string | undefined {
  const value = member(node.value, name);
  if (value === undefined || typeof value === 'string') return value;
  const hint =
    typeof value === 'number' || typeof value === 'boolean' ? { hint: 'put it in quotes' } : {};
  node.reporter.error(
    'invalid-type',
    originAt(node, name),
    `"${name}" is ${describeType(value)} where a string belongs`,
    hint,
  );
  return undefined;
}

/** A boolean among the members; reports one of another type. */
export function flagAt(node: Node, name: string): boolean | undefined {
  const value = member(node.value, name);
  if (value === undefined || typeof value === 'boolean') return value;
  node.reporter.error(
    'invalid-type',
    originAt(node, name),
    `"${name}" is ${describeType(value)} where a boolean belongs`,
  );
  return undefined;
}

/** Strings of an array member; reports items of another type. */
export function textsAt(node: Node, name: string): readonly string[] {
  return listAt(node, name).flatMap((place) => {
    if (typeof place.value === 'string') return [place.value];
    place.reporter.error(
      'invalid-type',
      place.origin,
      `an item of "${name}" is ${describeType(place.value)} where a string belongs`,
    );
    return [];
  });
}

/** A string that the specification demands; reports its absence at the object. */
export function requiredText(node: Node, name: string, what: string): string | undefined {
  if (!Object.hasOwn(node.value, name)) {
    node.reporter.error('missing-member', node.origin, `${what} has no "${name}"`);
    return undefined;
  }
  return textAt(node, name);
}

/** Warns of members that the specification does not know, extensions aside. */
export function checkMembers(node: Node, known: readonly string[], what: string): void {
  for (const name of Object.keys(node.value)) {
    if (name.startsWith('x-') || known.includes(name)) continue;
    node.reporter.warning(
      'unknown-member',
      originAt(node, name),
      `"${name}" is not a member of ${what}`,
      {
        part: 'key',
        ...didYouMean(name, known),
      },
    );
  }
}

/** Every `x-` member, untouched. */
export function extensionsOf(node: Node): { readonly [name: string]: Json } {
  const names = Object.keys(node.value).filter((name) => name.startsWith('x-'));
  if (names.length === 0) return noExtensions;
  return Object.fromEntries(names.map((name) => [name, node.value[name] as Json]));
}

const noExtensions: { readonly [name: string]: Json } = Object.freeze({});

/** An optional member of the model: nothing where the value is `undefined`. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}
