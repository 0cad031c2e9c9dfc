import { originKey, type Origin } from '../core/origin.js';
import type { Api } from '../model/api.js';
import { newestFirst, type Change } from '../model/changelog.js';
import { componentTargets } from './names/schema-names.js';

/**
 * Returns a lookup from a location to its changes, newest first. A change to a component also
 * applies to the schema in another file that the component names.
 */
export function changesOf(api: Api): (location: Origin) => readonly Change[] {
  const changes = new Map<string, readonly Change[]>();
  const targetKeys = componentTargetKeys(api);
  for (const change of newestFirst(api.changes)) {
    const keys = change.targets.flatMap(({ origins }) => origins.map(originKey));
    const all = keys.flatMap((key) => [key, targetKeys.get(key) ?? key]);
    for (const key of new Set(all)) changes.set(key, [...(changes.get(key) ?? []), change]);
  }
  return changes.size === 0 ? () => [] : (location) => changes.get(originKey(location)) ?? [];
}

function componentTargetKeys(api: Api): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [component, target] of componentTargets(api)) {
    const [from, to] = [api.schemas.get(component), api.schemas.get(target)];
    if (from !== undefined && to !== undefined && from !== to)
      keys.set(originKey(from.origin), originKey(to.origin));
  }
  return keys;
}
