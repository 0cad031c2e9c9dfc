import { parsePointer } from '../../../../core/pointer.js';
import { didYouMean } from '../../../../core/suggestion.js';
import type { NameKey } from '../../../api.js';
import type { Pointers } from '../../../feed.js';
import type { ChannelMessage } from '../../../message.js';
import type { Json } from '../../../schema.js';
import { isArray, isObject, member } from '../../json.js';
import { mapAt, objectAt, placeAt, textAt } from '../../openapi/node.js';
import type { Node, Place } from '../../openapi/node.js';
import { refuse } from '../extension.js';

/** A JSON Pointer among the members. */
export function pointerAt(node: Node, name: string): string | undefined {
  const text = textAt(node, name);
  return text === undefined || isPointer(node, name, text) ? text : undefined;
}

/** A JSON Pointer that has to be there. */
export function requiredPointer(node: Node, name: string, what: string): string | undefined {
  if (!Object.hasOwn(node.value, name)) return refuse(node, [], `${what} has no "${name}"`);
  return pointerAt(node, name);
}

/** A map from names to JSON Pointers; `undefined` where there is none. */
export function pointersAt(node: Node, name: string): Pointers | undefined {
  const map = objectAt(node, name);
  if (map === undefined) return undefined;
  return Object.fromEntries(
    Object.keys(map.value).flatMap((key) => {
      const pointer = key === 'x-basis' ? undefined : pointerAt(map, key);
      return pointer === undefined ? [] : [[key, pointer]];
    }),
  );
}

function isPointer(node: Node, name: string, text: string): boolean {
  if (parsePointer(text) !== undefined) return true;
  refuse(node, [name], `"${text}" is no JSON Pointer`, `did you mean "/${text}"?`);
  return false;
}

/** The key of a message that a member names as its channel does. */
export function messageAt(
  node: Node,
  name: string,
  messages: readonly ChannelMessage[],
  what: string,
): NameKey | undefined {
  if (!Object.hasOwn(node.value, name)) return refuse(node, [], `${what} has no "${name}"`);
  const text = textAt(node, name);
  return text === undefined ? undefined : messageNamed(node, [name], text, messages);
}

/** The message of a channel with that name; reports one that there is not. */
export function messageNamed(
  node: Node,
  keys: readonly string[],
  name: string,
  messages: readonly ChannelMessage[],
): NameKey | undefined {
  const found = messages.find((each) => each.name === name);
  if (found !== undefined) return found.message;
  const names = messages.map((each) => each.name);
  return refuse(
    node,
    keys,
    `the channel has no message "${name}"`,
    didYouMean(name, names).hint ??
      (names.length === 0 ? undefined : `it has ${names.map((each) => `"${each}"`).join(', ')}`),
  );
}

/** What is said of single messages, by their names in the channel: a pointer, or `null`. */
export function perMessage(
  node: Node,
  name: string,
  messages: readonly ChannelMessage[],
): readonly (readonly [NameKey, string | null])[] {
  const map = objectAt(node, name);
  if (map === undefined) return [];
  return mapAt(node, name).flatMap(([key]) => {
    const message = messageNamed(map, [key], key, messages);
    const value = member(map.value, key);
    const pointer = value === null ? null : pointerAt(map, key);
    return message === undefined || pointer === undefined ? [] : [[message, pointer] as const];
  });
}

/** One of several words. */
export function wordAt<Word extends string>(
  node: Node,
  name: string,
  known: readonly Word[],
): Word | undefined {
  const text = textAt(node, name);
  const word = known.find((each) => each === text);
  if (word !== undefined || text === undefined) return word;
  const hint = didYouMean(text, known).hint;
  return refuse(node, [name], `"${text}" is not one of ${known.join(', ')}`, hint);
}

/** A number that is large enough. */
export function numberAt(
  node: Node,
  name: string,
  least: number,
  unit: string,
): number | undefined {
  const value = member(node.value, name);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value;
  return refuse(node, [name], `"${name}" is no number of ${unit} from ${least} upwards`);
}

/** A template: JSON in which texts have holes in single braces. */
export function templateAt(node: Node, name: string, what: string): Json | undefined {
  const place = placeAt(node, name);
  if (place === undefined) return refuse(node, [], `${what} has no "${name}"`);
  return hasWholeBraces(place) ? place.value : undefined;
}

function hasWholeBraces(place: Place): boolean {
  const { value } = place;
  if (typeof value === 'string') {
    const rest = value.replaceAll(/\{\{|\}\}|\{[^{}]+\}/g, '');
    if (!/[{}]/.test(rest)) return true;
    place.reporter.error('invalid-extension', place.origin, `a brace stands alone in "${value}"`, {
      hint: 'a hole is written "{name}", a brace "{{" or "}}"',
    });
    return false;
  }
  const keys = isArray(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  return keys
    .map((key) => placeAt(place, key))
    .every((child) => child === undefined || hasWholeBraces(child));
}
