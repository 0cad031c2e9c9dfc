import type { Reporter } from '../../../core/diagnostic.js';
import { childOrigin, tokensOf } from '../../../core/origin.js';
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

/** What stands at a key, unless it is null, which says as little as no member at all. */
function statedAt(node: Node, name: string): Place | undefined {
  const place = placeAt(node, name);
  if (place?.value !== null) return place;
  place.reporter.warning('loose-form', place.origin, `"${name}" is null, as if it were not there`, {
    part: 'key',
    hint: 'leave it out',
  });
  return undefined;
}

/** An object among the members; reports a member of another type. */
export function objectAt(node: Node, name: string): Node | undefined {
  const place = statedAt(node, name);
  return place === undefined ? undefined : asNode(place, `"${name}"`);
}

/** An array among the members, as places; empty where there is none. */
export function listAt(node: Node, name: string): readonly Place[] {
  const place = statedAt(node, name);
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

/** A string among the members, or a number as it is written; reports a member of another type. */
export function textAt(node: Node, name: string): string | undefined {
  const place = statedAt(node, name);
  if (place === undefined) return undefined;
  if (!WORDS.has(name) || ['string', 'number'].includes(typeof place.value))
    return textOf(place, `"${name}"`);
  const message = `"${name}" is ${describeType(place.value)} where a string belongs, and is left out`;
  place.reporter.warning('invalid-type', place.origin, message);
  return undefined;
}

/** What people read, and what changes nothing of what an API does. */
const WORDS: ReadonlySet<string> = new Set(['description', 'summary']);

/** The string at a place. A number can only be meant as it is written: `1.0` is not `1`. */
function textOf({ value, origin, document, reporter }: Place, what: string): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    const text = document.numberText?.(tokensOf(origin)) ?? String(value);
    reporter.warning('loose-form', origin, `${what} is a number, and is read as "${text}"`, {
      hint: 'put it in quotes',
    });
    return text;
  }
  const hint = typeof value === 'boolean' ? { hint: 'put it in quotes' } : {};
  reporter.error(
    'invalid-type',
    origin,
    `${what} is ${describeType(value)} where a string belongs`,
    hint,
  );
  return undefined;
}

/** A boolean among the members; reports one of another type. */
export function flagAt(node: Node, name: string): boolean | undefined {
  const place = statedAt(node, name);
  if (place === undefined || typeof place.value === 'boolean') return place?.value as boolean;
  place.reporter.error(
    'invalid-type',
    place.origin,
    `"${name}" is ${describeType(place.value)} where a boolean belongs`,
  );
  return undefined;
}

/** Strings of an array member; numbers are read as they are written, and items of another type reported. */
export function textsAt(node: Node, name: string): readonly string[] {
  return listAt(node, name).flatMap((place) => textOf(place, `an item of "${name}"`) ?? []);
}

/** A string that the specification demands; reports its absence at the object. */
export function requiredText(node: Node, name: string, what: string): string | undefined {
  if ((member(node.value, name) ?? null) === null) {
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
