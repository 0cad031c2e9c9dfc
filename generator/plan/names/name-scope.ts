import { chooseVerbatimFirst, noFixedNames, type NameRequest } from './names.js';
import type { Identifier, IdentifierName } from '../plan.js';

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

/** Chosen names by key, as `chooseNames` returns them. */
export type ChosenNames = ReadonlyMap<string, IdentifierName>;

/**
 * Returns the name chosen for `key`.
 *
 * @throws if no name was requested for it.
 */
export function nameOf(names: ChosenNames, key: string): IdentifierName {
  const name = names.get(key);
  if (name === undefined) throw new Error(`"${key}" has its name`);
  return name;
}

/** Builds the identifier for the name chosen for `key`. */
export function exportedIdentifier(
  names: ChosenNames,
  key: string,
  from: string,
  kind: 'type' | 'value',
): Identifier {
  return { name: nameOf(names, key), from, typeOnly: kind === 'type' };
}
