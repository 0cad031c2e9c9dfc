import type { Json } from '../../schema.js';
import { isObject } from '../json.js';
import { asNode, extensionsOf, listAt, childAt } from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { isVersion2, resolveNode } from './reading.js';
import type { AsyncReading } from './reading.js';

/** A node with its traits, in order of precedence. */
export type NodeWithTraits = readonly [ObjectNode, ...ObjectNode[]];

/**
 * Returns a node with the traits that it lists. Up to AsyncAPI 2, a trait overrides the object, and later traits override earlier ones (2.6
 * section "Operation Trait Object"). Since 3.0, the members of the object take precedence ("Traits Merge Mechanism").
 */
export function applyTraits(
  reading: AsyncReading,
  node: ObjectNode,
  what: string,
  check: (trait: ObjectNode) => void,
): NodeWithTraits {
  const traits = listAt(node, 'traits').flatMap((valueNode) => {
    const trait = resolveNode(reading, valueNode, what);
    if (trait === undefined) return [];
    check(trait);
    return [trait];
  });
  const [first, ...rest] = traits.reverse();
  if (first === undefined) return [node];
  return isVersion2(node) ? [first, ...rest, node] : [node, first, ...rest];
}

/** Returns the first layer that has the member, or the first layer if none has it. */
export function ownerOf(layers: NodeWithTraits, name: string): ObjectNode {
  return layers.find((layer) => Object.hasOwn(layer.value, name)) ?? layers[0];
}

/** Returns a member's nodes in all layers that have it, in order of precedence. */
export function memberNodes(layers: NodeWithTraits, name: string): readonly ValueNode[] {
  return layers.flatMap((layer) => childAt(layer, name) ?? []);
}

/** Merges the extensions of all layers. */
export function extensionsIn(layers: NodeWithTraits): { readonly [name: string]: Json } {
  return Object.fromEntries(
    [...layers].reverse().flatMap((layer) => Object.entries(extensionsOf(layer))),
  );
}

/** Applies JSON Merge Patch (RFC 7396) to values in order of precedence. Names such as `__proto__` are ordinary members. */
export function mergePatch(values: readonly Json[]): Json | undefined {
  return values.reduceRight<Json | undefined>(
    (target, patch) => (target === undefined ? patch : patched(target, patch)),
    undefined,
  );
}

function patched(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const members = new Map<string, Json>(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    const current = members.get(name);
    if (value === null) members.delete(name);
    else members.set(name, current === undefined ? value : patched(current, value));
  }
  return Object.fromEntries(members);
}

/** Returns an object member of the first layer that has it. */
export function nodeIn(layers: NodeWithTraits, name: string, what: string): ObjectNode | undefined {
  const valueNode = childAt(ownerOf(layers, name), name);
  return valueNode === undefined ? undefined : asNode(valueNode, what);
}
