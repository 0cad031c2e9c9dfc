import type { SchemaId } from '../../schema.js';
import type { NameKey } from '../../api.js';
import type { Channel, Flow, Message, MessageServer } from '../../message.js';
import type { SecurityScheme } from '../../security.js';
import { member } from '../json.js';
import { originAt } from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { follow } from '../openapi/reading.js';
import type { Reading } from '../openapi/reading.js';

/** What is known while one AsyncAPI description is read. */
export interface AsyncReading extends Reading {
  /** Which side the description speaks for (`x-view`): what it sends, the other side gets. */
  readonly view: 'server' | 'client';
  readonly defaultContentType: string;
  /** `x-discriminator` of the document: the place that tells messages apart. */
  readonly discriminator?: string;
  readonly servers: Map<object, MessageServer>;
  readonly messages: Map<object, Message>;
  readonly channels: Map<object, Channel>;
  readonly flows: Map<object, Flow>;
  readonly schemes: Map<object, SecurityScheme>;
  /** Keys that are taken, so that no two nodes share one. */
  readonly keys: Set<NameKey>;
  /** Headers that a message and its traits describe together; put together when references are resolved. */
  readonly merges: PendingMerge[];
}

/** Schemas that are one schema, the later ones taking precedence member by member. */
export interface PendingMerge {
  readonly id: SchemaId;
  readonly parts: readonly SchemaId[];
}

/**
 * What stands at a place, behind references. Unlike OpenAPI, whatever stands beside a `$ref` is to be ignored in every version
 * (AsyncAPI 3.0 section "Reference Object"), which whoever wrote it wants to know.
 */
export function resolved(reading: AsyncReading, place: Place, what: string): Node | undefined {
  const { value } = place;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const node = place as Node;
    if (typeof member(node.value, '$ref') === 'string') reportSiblings(reading, node);
  }
  return follow(reading, place, what);
}

function reportSiblings(reading: AsyncReading, node: Node): void {
  if (reading.memo.has(node.value)) return;
  reading.memo.set(node.value, true);
  for (const name of Object.keys(node.value)) {
    if (name === '$ref' || name.startsWith('x-')) continue;
    node.reporter.warning(
      'ignored-sibling',
      originAt(node, name),
      `"${name}" beside "$ref" has no meaning in AsyncAPI`,
      { part: 'key', hint: 'write it where the reference leads, or leave the reference out' },
    );
  }
}

/** Reads what stands at a place, behind references, once for all who refer to it. */
export function onceIn<T>(
  reading: AsyncReading,
  known: Map<object, T>,
  place: Place,
  what: string,
  read: (node: Node) => T | undefined,
): T | undefined {
  const node = resolved(reading, place, what);
  if (node === undefined) return undefined;
  const before = known.get(node.value);
  if (before !== undefined) return before;
  const value = read(node);
  if (value !== undefined) known.set(node.value, value);
  return value;
}

/** A key that nothing else has: the first of the names that is free. */
export function freeKey(
  reading: AsyncReading,
  kind: 'channel' | 'message' | 'flow',
  names: readonly string[],
): NameKey {
  for (const name of names) {
    const key: NameKey = `${kind}:${name}`;
    if (reading.keys.has(key)) continue;
    reading.keys.add(key);
    return key;
  }
  return freeKey(
    reading,
    kind,
    names.map((name) => `${name}'`),
  );
}

/** Whether the document that a node stands in is AsyncAPI 2. */
export function isVersion2(node: Place): boolean {
  return node.document.version === 'asyncapi-2';
}
