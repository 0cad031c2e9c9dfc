import { originKey, sourceOf } from '../../core/origin.js';
import { escapeToken } from '../../core/pointer.js';
import type { Api, Link, Operation } from '../api.js';

/**
 * Finds the operation that a link names: by `operationId`, or by reference, to where the operation is written or to its path in the
 * description, whatever file that path leads to. `undefined` for an operation of somebody else, and for none.
 */
export function linkTargets({
  origin,
  operations,
}: Pick<Api, 'origin' | 'operations'>): (link: Link) => Operation | undefined {
  const byId = new Map<string, Operation>();
  const byPlace = new Map<string, Operation>();
  const entry = sourceOf(origin).uri;
  for (const operation of operations) {
    const { id, binding } = operation;
    if (id !== undefined) byId.set(id, operation);
    byPlace.set(originKey(operation.origin), operation);
    if (binding.kind !== 'http' || !('text' in binding.target)) continue;
    const path = `${entry}#/paths/${escapeToken(binding.target.text)}`;
    byPlace.set(`${path}/${binding.method.toLowerCase()}`, operation);
  }
  return ({ operation, place }) => (place === undefined ? byId.get(operation) : byPlace.get(place));
}
