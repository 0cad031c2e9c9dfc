import type { Identifier, IdentifierName } from './plan.js';

/** Names by what they name, as `chooseNames` gives them. */
export type ChosenNames = ReadonlyMap<string, IdentifierName>;

/** The name of something that certainly has one. */
export function nameOf(names: ChosenNames, key: string): IdentifierName {
  const name = names.get(key);
  if (name === undefined) throw new Error(`"${key}" has its name`);
  return name;
}

/** The identifier of something that was named under a key. */
export function exported(
  names: ChosenNames,
  key: string,
  from: string,
  kind: 'type' | 'value',
): Identifier {
  return { name: nameOf(names, key), from, typeOnly: kind === 'type' };
}
