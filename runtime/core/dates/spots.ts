import { textPattern } from '../text-pattern.js';
import type { DateBranch, DatePlace, DateSpot, DateUnion } from './descriptor.js';

/** Schemas that describe one value. */
export interface Spots {
  readonly leaves: readonly Leaf[];
  readonly places: readonly Aimed<DatePlace>[];
}

/** A text of a format. */
export interface Leaf {
  readonly format: string;
  /** Anything but text and null may stand there too. */
  readonly or: boolean;
  /** See {@link Aimed}. */
  readonly certainty: number;
}

/**
 * A schema that a value has, and how certain that is: 1 where it surely has, a share of 1 where it has one of several, and nobody can
 * tell which. Where the shares of what describes a value come to 1, it is described so by all of them.
 */
export interface Aimed<Spot> {
  readonly spot: Spot;
  readonly certainty: number;
}

/** The schemas of a table, and how a union is decided. */
export interface SpotTable {
  readonly places: { readonly [name: string]: DatePlace };
  /** The branches that a value is taken to satisfy. */
  choose(union: DateUnion): readonly Aimed<DateSpot>[];
}

/** Everything that describes a value, seen through names, combinations and unions. */
export function spotsOf(
  value: unknown,
  aimed: readonly Aimed<DateSpot>[],
  table: SpotTable,
): Spots {
  const leaves: Leaf[] = [];
  const places: Aimed<DatePlace>[] = [];
  const seen = new Set<DateSpot>();
  const add = (spot: DateSpot, certainty: number): void => {
    if (seen.has(spot)) return;
    seen.add(spot);
    const place = typeof spot === 'string' ? table.places[spot] : spot;
    if (place === undefined) return;
    const { format, or = false } = place;
    if (format !== undefined) leaves.push({ format, or, certainty });
    for (const also of place.also ?? []) {
      if (isUnion(also))
        for (const chosen of table.choose(also)) add(chosen.spot, certainty * chosen.certainty);
      else if (!isBranch(also)) add(also, certainty);
      else if (isTagged(value, also.when)) add(also.at, certainty);
    }
    places.push({ spot: place, certainty });
  };
  for (const [spot, certainty] of together(aimed)) add(spot, certainty);
  return { leaves, places };
}

/** Several ways to one schema are one way. */
function together(aimed: readonly Aimed<DateSpot>[]): ReadonlyMap<DateSpot, number> {
  const sums = new Map<DateSpot, number>();
  for (const { spot, certainty } of aimed) sums.set(spot, (sums.get(spot) ?? 0) + certainty);
  return sums;
}

function isUnion(also: DateSpot | DateBranch | DateUnion): also is DateUnion {
  return typeof also === 'object' && 'branches' in also;
}

function isBranch(also: DateSpot | DateBranch): also is DateBranch {
  return typeof also === 'object' && 'when' in also;
}

function isTagged(value: unknown, [name, values]: DateBranch['when']): boolean {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
  const member: unknown = Reflect.get(value, name);
  return values.some((each) => each === member);
}

/** What describes an item of an array. */
export function itemSpots(
  places: readonly Aimed<DatePlace>[],
  index: number,
): readonly Aimed<DateSpot>[] {
  return places.flatMap(({ spot: { prefix = [], items }, certainty }) => {
    const spot = index < prefix.length ? prefix[index] : items;
    return spot === undefined || spot === null ? [] : [{ spot, certainty }];
  });
}

/** What describes a member of an object. */
export function memberSpots(
  places: readonly Aimed<DatePlace>[],
  name: string,
): readonly Aimed<DateSpot>[] {
  return places.flatMap(({ spot: { properties = {}, patterns = [], additional }, certainty }) => {
    const named = Object.hasOwn(properties, name);
    const matching = patterns.filter(([source]) => textPattern(source).test(name));
    const isOther = additional !== undefined && !named && matching.length === 0;
    const found = [
      named ? properties[name] : undefined,
      ...matching.map(([, at]) => at),
      isOther ? additional : undefined,
    ];
    return found.flatMap((spot) =>
      spot === undefined || spot === null ? [] : [{ spot, certainty }],
    );
  });
}
