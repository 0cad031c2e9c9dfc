import { invalidExtension } from '../../../../core/diagnostics/extensions.js';
import { parsePointer } from '../../../../core/pointer.js';
import { didYouMean } from '../../../../core/suggestion.js';
import type { NameKey } from '../../../api.js';
import type { Pointers } from '../../../feed.js';
import type { ChannelMessage } from '../../../message.js';
import type { Json } from '../../../schema.js';
import { isArray, isObject, member } from '../../json.js';
import { mapAt, objectAt, childAt, textAt } from '../../openapi/node.js';
import type { ObjectNode, ValueNode } from '../../openapi/node.js';
import { refuse } from '../extension.js';

/** Reads a member that is a JSON Pointer. */
export function pointerAt(node: ObjectNode, name: string): string | undefined {
  const text = textAt(node, name);
  return text === undefined || isPointer(node, name, text) ? text : undefined;
}

/** Reads a required member that is a JSON Pointer. */
export function requiredPointer(node: ObjectNode, name: string, what: string): string | undefined {
  if (!Object.hasOwn(node.value, name))
    return refuse(node, [], invalidExtension.missing({ what, name }));
  return pointerAt(node, name);
}

/** Reads a map from names to JSON Pointers; `undefined` if absent. */
export function pointersAt(node: ObjectNode, name: string): Pointers | undefined {
  const map = objectAt(node, name);
  if (map === undefined) return undefined;
  return Object.fromEntries(
    Object.keys(map.value).flatMap((key) => {
      const pointer = key === 'x-basis' ? undefined : pointerAt(map, key);
      return pointer === undefined ? [] : [[key, pointer]];
    }),
  );
}

function isPointer(node: ObjectNode, name: string, text: string): boolean {
  if (parsePointer(text) !== undefined) return true;
  refuse(node, [name], invalidExtension.pointer({ text }), `did you mean "/${text}"?`);
  return false;
}

/** Returns the key of the message that a member names, by its name in the channel. */
export function messageAt(
  node: ObjectNode,
  name: string,
  messages: readonly ChannelMessage[],
  what: string,
): NameKey | undefined {
  if (!Object.hasOwn(node.value, name))
    return refuse(node, [], invalidExtension.missing({ what, name }));
  const text = textAt(node, name);
  return text === undefined ? undefined : messageNamed(node, [name], text, messages);
}

/** Returns the message of the channel with this name; reports an unknown name. */
export function messageNamed(
  node: ObjectNode,
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
    invalidExtension.message({ name }),
    didYouMean(name, names).hint ??
      (names.length === 0 ? undefined : `it has ${names.map((each) => `"${each}"`).join(', ')}`),
  );
}

/** Reads an object with a pointer or `null` for each message, by the message's name in the channel. */
export function perMessage(
  node: ObjectNode,
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

/** Reads one of several words. */
export function wordAt<Word extends string>(
  node: ObjectNode,
  name: string,
  known: readonly Word[],
): Word | undefined {
  const text = textAt(node, name);
  const word = known.find((each) => each === text);
  if (word !== undefined || text === undefined) return word;
  const hint = didYouMean(text, known).hint;
  return refuse(node, [name], invalidExtension.choice({ name, values: known }), hint);
}

/** Reads a number with a minimum. */
export function numberAt(
  node: ObjectNode,
  name: string,
  minimum: number,
  unit: string,
): number | undefined {
  const value = member(node.value, name);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= minimum) return value;
  return refuse(
    node,
    [name],
    invalidExtension.value({
      what: `"${name}"`,
      expected: `a number of at least ${minimum} (${unit})`,
    }),
  );
}

/** Reads a template: JSON whose strings contain placeholders in single braces. */
export function templateAt(node: ObjectNode, name: string, what: string): Json | undefined {
  const valueNode = childAt(node, name);
  if (valueNode === undefined) return refuse(node, [], invalidExtension.missing({ what, name }));
  return hasBalancedBraces(valueNode) ? valueNode.value : undefined;
}

function hasBalancedBraces(valueNode: ValueNode): boolean {
  const { value } = valueNode;
  if (typeof value === 'string') {
    const rest = value.replaceAll(/\{\{|\}\}|\{[^{}]+\}/g, '');
    if (!/[{}]/.test(rest)) return true;
    valueNode.reporter.report(invalidExtension.braces({ text: value }), valueNode.origin, {
      hint: 'a placeholder is written "{name}", a brace "{{" or "}}"',
    });
    return false;
  }
  const keys = isArray(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  return keys
    .map((key) => childAt(valueNode, key))
    .every((child) => child === undefined || hasBalancedBraces(child));
}
