import { ignoredSibling } from '../diagnostics/references.js';
import type { SchemaId } from '../../schema.js';
import type { NameKey } from '../../api.js';
import type { Channel, Flow, Message, MessageServer } from '../../message.js';
import type { SecurityScheme } from '../../security.js';
import { member } from '../json.js';
import { originAt } from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { follow } from '../openapi/reading.js';
import type { Reading } from '../openapi/reading.js';

/** State of reading one AsyncAPI description. */
export interface AsyncReading extends Reading {
  /** Side that the description is written for (`x-view`): the other side receives what it sends. */
  readonly view: 'server' | 'client';
  readonly defaultContentType: string;
  /** True if the document states its default content type. */
  readonly statesContentType: boolean;
  /** `x-discriminator` of the document: the pointer to the value that distinguishes messages. */
  readonly discriminator?: string;
  readonly servers: Map<object, MessageServer>;
  readonly messages: Map<object, Message>;
  readonly channels: Map<object, Channel>;
  readonly flows: Map<object, Flow>;
  readonly schemes: Map<object, SecurityScheme>;
  /** Keys in use; each node needs a unique key. */
  readonly keys: Set<NameKey>;
  /** Header schemas of a message and its traits, to be merged when references are resolved. */
  readonly merges: PendingMerge[];
}

/** Schemas to be merged into one; later ones take precedence for each property. */
export interface PendingMerge {
  readonly id: SchemaId;
  readonly parts: readonly SchemaId[];
}

/**
 * Resolves references to an object. Members beside a `$ref` are ignored in every AsyncAPI version, unlike in OpenAPI, and reported
 * (AsyncAPI 3.0 section "Reference Object").
 */
export function resolveNode(
  reading: AsyncReading,
  valueNode: ValueNode,
  what: string,
): ObjectNode | undefined {
  const { value } = valueNode;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const node = valueNode as ObjectNode;
    if (typeof member(node.value, '$ref') === 'string') reportSiblings(reading, node);
  }
  return follow(reading, valueNode, what);
}

function reportSiblings(reading: AsyncReading, node: ObjectNode): void {
  if (reading.memo.has(node.value)) return;
  reading.memo.set(node.value, true);
  for (const name of Object.keys(node.value)) {
    if (name === '$ref' || name.startsWith('x-')) continue;
    node.reporter.report(
      ignoredSibling.default({ name, specification: 'AsyncAPI' }),
      originAt(node, name),
      { part: 'key', hint: 'write it in the target of the reference, or omit the reference' },
    );
  }
}

/** Reads a node behind references, and caches the result for other references to the same object. */
export function onceIn<T>(
  reading: AsyncReading,
  known: Map<object, T>,
  valueNode: ValueNode,
  what: string,
  read: (node: ObjectNode) => T | undefined,
): T | undefined {
  const node = resolveNode(reading, valueNode, what);
  if (node === undefined) return undefined;
  const cached = known.get(node.value);
  if (cached !== undefined) return cached;
  const value = read(node);
  if (value !== undefined) known.set(node.value, value);
  return value;
}

/** Returns an unused key: the first name that is not taken. */
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

/** True if the node's document is AsyncAPI 2. */
export function isVersion2(node: ValueNode): boolean {
  return node.document.version === 'asyncapi-2';
}
