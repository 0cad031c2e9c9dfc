import { placeKey } from '../core/origin.js';
import type { Origin } from '../core/origin.js';
import type { Api } from '../model/api.js';
import { newestFirst, type Change } from '../model/changelog.js';

/** What changed at each place of a description, the newest first. */
export function changesOf(api: Api): (place: Origin) => readonly Change[] {
  const changes = new Map<string, readonly Change[]>();
  for (const change of newestFirst(api.changes)) {
    const keys = change.targets.flatMap(({ places }) => places.map(placeKey));
    for (const key of new Set(keys)) changes.set(key, [...(changes.get(key) ?? []), change]);
  }
  return changes.size === 0 ? () => [] : (place) => changes.get(placeKey(place)) ?? [];
}
