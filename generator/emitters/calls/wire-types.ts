import type { WireType } from '../../model/analysis/wire-type.js';
import type { Data } from '../../typescript/data-literal.js';

/**
 * Number of nested levels that the runtime reads of a type, unless values are nested by brackets:
 * list items and properties.
 */
const readableLevels = 2;

type TypeData = { [name: string]: Data };

/** Cached data of types by number of levels, so that equal types share one object. */
const cache = new WeakMap<WireType, Map<number, TypeData>>();

/**
 * Data of a wire type. For `deepObject`, the only style with unlimited nesting, all levels are
 * included, and a recursive type becomes cyclic data. For all other styles, only the levels that
 * can be read are included.
 */
export function wireTypeData(type: WireType, isDeep: boolean): Data {
  return dataOf(type, isDeep ? Infinity : readableLevels);
}

function dataOf(type: WireType, levels: number): TypeData {
  let byLevels = cache.get(type);
  if (byLevels === undefined) cache.set(type, (byLevels = new Map()));
  const cached = byLevels.get(levels);
  if (cached !== undefined) return cached;
  const data: TypeData = { types: type.types };
  byLevels.set(levels, data);
  if (levels === 0) return data;
  const { items, properties, additional } = type;
  if (levels === Infinity && type.empties !== undefined) data['empties'] = type.empties;
  if (items !== undefined) data['items'] = dataOf(items, levels - 1);
  if (properties !== undefined)
    data['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, dataOf(each, levels - 1)]),
    );
  if (additional !== undefined) data['additional'] = dataOf(additional, levels - 1);
  return data;
}
