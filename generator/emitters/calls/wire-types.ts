import { tooLarge } from '../../core/diagnostics/limits.js';
import { growingKeyword, schemaLimitError } from '../../model/analysis/counted-schemas.js';
import type { WireType } from '../../model/analysis/wire-type.js';
import type { SchemaId } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import type { Data } from '../../typescript/data-literal.js';

/**
 * Number of nested levels that the runtime reads of a type, unless values are nested by brackets:
 * list items and properties.
 */
const readableLevels = 2;

/** Types and properties in the descriptors of a plan's parameters so far. */
const written = new WeakMap<Plan, number>();

/** Maximum number of these types and properties. Thousands of operations may use one parameter of thousands of properties. */
const MAX_WRITTEN = 800_000;

/** Rejects descriptors that contain too many types in total. */
export function limitWireTypes(plan: Plan, id: SchemaId, type: Data): void {
  const count = (written.get(plan) ?? 0) + countTypes(type);
  written.set(plan, count);
  const schema = plan.api.schemas.get(id);
  if (count <= MAX_WRITTEN || schema === undefined) return;
  const keyword = growingKeyword(schema) ?? 'type';
  throw schemaLimitError(schema, tooLarge.lookups({ keyword }));
}

/** Counts the distinct types in data of a wire type, and their properties. */
function countTypes(data: Data): number {
  if (!isData(data)) return 0;
  let count = counts.get(data);
  if (count !== undefined) return count;
  count = 0;
  const seen = new Set([data]);
  // Iterating over a set includes elements added during the iteration.
  for (const { items, properties, additional } of seen) {
    const members = isData(properties) ? Object.values(properties) : [];
    count += 1 + members.length;
    for (const part of [items, additional, ...members]) if (isData(part)) seen.add(part);
  }
  counts.set(data, count);
  return count;
}

const counts = new WeakMap<object, number>();

function isData(data: Data): data is { readonly [name: string]: Data } {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

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
