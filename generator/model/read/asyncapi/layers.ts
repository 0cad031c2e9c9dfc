import type { Json } from '../../schema.js';
import { isObject } from '../json.js';
import { asNode, extensionsOf, listAt, placeAt } from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { isVersion2, resolved } from './reading.js';
import type { AsyncReading } from './reading.js';

/** A node and its traits, what takes precedence first. */
export type Layers = readonly [Node, ...Node[]];

/**
 * A node with the traits it lists. Up to AsyncAPI 2 a trait overrides the object that it is applied to, a later one those before it
 * (2.6 section "Operation Trait Object"); since 3.0 the object's own members win ("Traits Merge Mechanism").
 */
export function layersOf(
  reading: AsyncReading,
  node: Node,
  what: string,
  check: (trait: Node) => void,
): Layers {
  const traits = listAt(node, 'traits').flatMap((place) => {
    const trait = resolved(reading, place, what);
    if (trait === undefined) return [];
    check(trait);
    return [trait];
  });
  const [first, ...rest] = traits.reverse();
  if (first === undefined) return [node];
  return isVersion2(node) ? [first, ...rest, node] : [node, first, ...rest];
}

/** The layer whose member counts; the first where none has it. */
export function ownerOf(layers: Layers, name: string): Node {
  return layers.find((layer) => Object.hasOwn(layer.value, name)) ?? layers[0];
}

/** The places of a member in all layers that have it, what takes precedence first. */
export function placesAt(layers: Layers, name: string): readonly Place[] {
  return layers.flatMap((layer) => placeAt(layer, name) ?? []);
}

/** Extensions of all layers together. */
export function extensionsIn(layers: Layers): { readonly [name: string]: Json } {
  return Object.fromEntries(
    [...layers].reverse().flatMap((layer) => Object.entries(extensionsOf(layer))),
  );
}

/** JSON Merge Patch (RFC 7396) of values, what takes precedence first. Names such as `__proto__` are ordinary members. */
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
    const before = members.get(name);
    if (value === null) members.delete(name);
    else members.set(name, before === undefined ? value : patched(before, value));
  }
  return Object.fromEntries(members);
}

/** The node behind a place that holds an object, in the first layer that has the member. */
export function nodeIn(layers: Layers, name: string, what: string): Node | undefined {
  const place = placeAt(ownerOf(layers, name), name);
  return place === undefined ? undefined : asNode(place, what);
}
