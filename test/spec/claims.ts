import { keysOf, memberOf } from './description.js';
import type { Description, DescriptionNode } from './description.js';

/** An operation, a message, a parameter, a property, a limit or a change that a description claims the specification states. */
export interface Claim {
  /** Its location, as `Place.id`. */
  readonly id: string;
  readonly name: string;
}

/** Everything without a mark, which a line of the table must therefore name. */
export function claimsOf(description: Description): readonly Claim[] {
  const operations = [...description.operations].flatMap(([name, { id, basis }]) =>
    basis === undefined ? [{ id, name: `operation ${name}` }] : [],
  );
  const { root } = description;
  return [
    ...operations,
    ...itemsOf(root.child('components')?.child('messages'), 'message'),
    ...itemsOf(root.child('x-limits'), 'limit'),
    ...itemsOf(root.child('x-changelog'), 'change'),
    ...description.files().flatMap(claimsBelow),
  ];
}

function itemsOf(list: DescriptionNode | undefined, kind: string): readonly Claim[] {
  if (list === undefined) return [];
  return Object.keys(Object(list.value)).flatMap((token) => {
    const item = list.child(token)?.followed();
    if (item === undefined || item.basis !== undefined) return [];
    return [{ id: item.id, name: `${kind} at ${item.id}` }];
  });
}

function claimsBelow(place: DescriptionNode): readonly Claim[] {
  const { id, basis, value } = place;
  if (basis !== undefined) return [];
  const tokens = Array.isArray(value) ? [...value.keys()].map(String) : keysOf(value);
  const below = tokens
    .filter((token) => !isData(token))
    .flatMap((token) => {
      const child = place.child(token);
      if (child === undefined) return [];
      return token === 'properties' ? propertiesOf(child) : claimsBelow(child);
    });
  return isParameter(place) ? [{ id, name: `parameter at ${id}` }, ...below] : below;
}

function propertiesOf(properties: DescriptionNode): readonly Claim[] {
  return keysOf(properties.value).flatMap((name) => {
    const property = properties.child(name);
    // Forbidden members make no claim, and a reference to a marked object is marked.
    if (property === undefined || property.value === false) return [];
    if (property.followed().basis !== undefined) return [];
    return [{ id: property.id, name: `property at ${property.id}` }, ...claimsBelow(property)];
  });
}

/** Parameters of a path come with the path. */
function isParameter({ value }: DescriptionNode): boolean {
  const hasShape = ['schema', 'content'].some((name) => memberOf(value, name) !== undefined);
  return hasShape && /^(query|header|cookie)$/.test(String(memberOf(value, 'in')));
}

/** Members whose content is not a part of the description, but an instance of what it describes. */
function isData(token: string): boolean {
  return /^(\$ref|examples?|default|enum|const|x-.*)$/.test(token);
}
