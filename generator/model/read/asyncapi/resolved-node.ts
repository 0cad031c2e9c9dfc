import type { Json } from '../../schema.js';
import { isObject, member } from '../json.js';
import type { ValueNode } from '../openapi/node.js';
import type { AsyncReading } from './reading.js';

/** Follows references of the description to a schema in another language. They are no part of the language, but the usual way to a file. */
export function resolvedNode(reading: AsyncReading, valueNode: ValueNode): ValueNode | undefined {
  let node = valueNode;
  for (const visited = new Set<Json>(); isObject(node.value) && !visited.has(node.value);) {
    visited.add(node.value);
    const text = member(node.value, '$ref');
    if (typeof text !== 'string') return node;
    const next = reading.resolve(text, node);
    if (next === undefined) return undefined;
    node = next;
  }
  return node;
}
