import type { HandlersPlace } from './find-handlers.js';
import type { HandledOperation, Target } from './target.js';

/** Handlers to add to one place. */
export interface Addition {
  readonly place: HandlersPlace;
  readonly operations: readonly HandledOperation[];
}

/** What a file's handlers lack. */
export interface Missing {
  readonly additions: readonly Addition[];
  /** Places where something comes in that nobody can see, and what may be among it. */
  readonly unseen: readonly { readonly at: number; readonly names: readonly string[] }[];
  /** Types of services of whose handlers the file says nothing. */
  readonly elsewhere: readonly string[];
}

/** Tells which handlers are missing where. A service's own handlers are added to its own object, where there is one. */
export function missingHandlers(places: readonly HandlersPlace[], target: Target): Missing {
  const additions = new Map<HandlersPlace, HandledOperation[]>();
  const unseen = new Map<number, string[]>();
  const isAsked = demanded(places);
  const add = (place: HandlersPlace, operation: HandledOperation): void => {
    const known = additions.get(place) ?? [];
    if (!known.includes(operation)) additions.set(place, [...known, operation]);
  };
  for (const place of isAsked) {
    for (const operation of target.operations) {
      const { name, service } = operation;
      if (place.names.has(name) || (!place.isWhole && place.type !== service)) continue;
      for (const at of place.unseen) unseen.set(at, [...(unseen.get(at) ?? []), name]);
      const own = isAsked.find(
        (each) => each.type === service && each !== place && place.through.has(each.node),
      );
      add(own ?? place, operation);
    }
  }
  const services = new Set(target.operations.map(({ service }) => service));
  const isHere = isAsked.some(({ isWhole }) => isWhole);
  return {
    additions: [...additions].map(([place, operations]) => ({ place, operations })),
    unseen: [...unseen].map(([at, names]) => ({ at, names })),
    elsewhere: isHere
      ? []
      : [...services].filter((service) => !isAsked.some(({ type }) => type === service)),
  };
}

/** Places that must have all of their handlers: those that may not leave some out, else all. */
function demanded(places: readonly HandlersPlace[]): readonly HandlersPlace[] {
  const strict = places.filter(({ isPartial }) => !isPartial);
  return strict.length > 0 ? strict : places;
}
