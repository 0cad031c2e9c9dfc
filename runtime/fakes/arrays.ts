import { isUnique } from '../core/validate/equality.js';
import type { Conjunction } from './conjunction.js';
import { none, type FakeMaker } from './maker.js';
import type { FakeSchema, FakeSubschema } from './schema.js';

/** Attempts to find an item that differs from the others. */
const attempts = 40;
/** Maximum number of items, whatever a schema demands. */
const maxItems = 10_000;

/** An array that satisfies the schemas, or `none`. */
export function fakeArray(maker: FakeMaker, { schemas, place }: Conjunction): unknown {
  const demanded = schemas.flatMap(({ contains, minContains = 1 }) =>
    contains === undefined
      ? []
      : Array.from({ length: Math.min(minContains, maxItems) }, () => contains),
  );
  const least = Math.max(demanded.length, ...schemas.map(({ minItems = 0 }) => minItems));
  const most = Math.min(...schemas.map((schema) => schema.maxItems ?? Infinity));
  if (least > most || least > maxItems) return none;
  const prefix = Math.max(0, ...schemas.map(({ prefixItems = [] }) => prefixItems.length));
  const isUniqueArray = schemas.some(({ uniqueItems }) => uniqueItems === true);
  const usual = maker.isShort(place) ? 0 : Math.max(prefix, 1 + place.index(2, 'items'));
  const count = Math.min(most, Math.max(least, usual));
  const items: unknown[] = [];
  for (let index = 0; index < count; index += 1) {
    const members = itemSchemas(schemas, index);
    const contained = demanded[index - Math.min(prefix, count - demanded.length)];
    const all = contained === undefined ? members : [...members, contained];
    const isOptional = index >= least;
    if (all.includes(false) || (isOptional && maker.heights({ allOf: all }) === Infinity)) break;
    const item = nextItem(maker, all, items, isUniqueArray ? attempts : 1, place.item(index));
    if (item === none) break;
    items.push(item);
  }
  return items.length < least ? none : items;
}

function nextItem(
  maker: FakeMaker,
  schemas: readonly FakeSubschema[],
  items: readonly unknown[],
  tries: number,
  place: Conjunction['place'],
): unknown {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const item = maker.value(schemas, place.retried(attempt));
    if (item === none) return none;
    if (tries === 1 || isUnique([...items, item])) return item;
  }
  return none;
}

/** Schemas of an item, from all schemas of the array. */
function itemSchemas(schemas: readonly FakeSchema[], index: number): readonly FakeSubschema[] {
  const own = schemas.flatMap(({ prefixItems = [], items }) =>
    index < prefixItems.length ? (prefixItems[index] ?? []) : (items ?? []),
  );
  return own.length > 0 ? own : schemas.flatMap(({ unevaluatedItems }) => unevaluatedItems ?? []);
}
