import { placeKey } from '../core/origin.js';
import type { Origin } from '../core/origin.js';
import type { Api } from '../model/api.js';
import { newestFirst, type Change } from '../model/changelog.js';
import { componentTargets } from './schema-names.js';

/**
 * What changed at each place of a description, the newest first. What touches a component touches the schema in another
 * file to which the component gives its name.
 */
export function changesOf(api: Api): (place: Origin) => readonly Change[] {
  const changes = new Map<string, readonly Change[]>();
  const behind = placesBehind(api);
  for (const change of newestFirst(api.changes)) {
    const keys = change.targets.flatMap(({ places }) => places.map(placeKey));
    const all = keys.flatMap((key) => [key, behind.get(key) ?? key]);
    for (const key of new Set(all)) changes.set(key, [...(changes.get(key) ?? []), change]);
  }
  return changes.size === 0 ? () => [] : (place) => changes.get(placeKey(place)) ?? [];
}

function placesBehind(api: Api): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const [component, target] of componentTargets(api)) {
    const [from, to] = [api.schemas.get(component), api.schemas.get(target)];
    if (from !== undefined && to !== undefined && from !== to)
      places.set(placeKey(from.origin), placeKey(to.origin));
  }
  return places;
}
