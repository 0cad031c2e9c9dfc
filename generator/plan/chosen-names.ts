import type { Identifier, IdentifierName } from './plan.js';

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
