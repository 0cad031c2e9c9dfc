import { chooseVerbatimFirst, noFixedNames, type NameRequest } from './names.js';
import type { ChosenNames } from './chosen-names.js';

/** Exported names of one package. Each name is chosen once. */
export interface NameScope {
  /**
   * Chooses a name for each request, which no other part of the package has. Earlier calls have
   * precedence. The key of each request of a call is distinct.
   */
  choose(requests: readonly NameRequest[]): ChosenNames;
  /** Makes names unavailable. */
  reserve(names: readonly string[]): void;
}

/** Creates the names of a package. `taken` are names that are not available. */
export function createNameScope(taken: Set<string>): NameScope {
  return {
    choose: (requests) => chooseVerbatimFirst(requests, taken, noFixedNames),
    reserve: (names) => {
      for (const name of names) taken.add(name);
    },
  };
}
