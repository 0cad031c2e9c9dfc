import { runtimeNames } from '../../plan/runtime-names.js';
import { code } from '../code.js';
import { type Data, dataLiteral, Reference } from '../data-literal.js';
import { constant } from '../declare.js';
import type { Declaration, FileScope } from '../source-file.js';
import type { Described } from './shared-data.js';

/** Nodes that the types of a file may have, written out each time, before those that are equal get a name. */
const enough = 1000;

/** How many times as long the types are, written out each time, before those that are equal get a name. */
const longer = 4;

/**
 * Gives types on the wire that stand in several places of a file a name there, where they would fill it otherwise: a form whose schema
 * leads back to itself by thirty members has 810,000 places in its first four levels, and four types.
 */
export function shareTypes(
  scope: FileScope,
  descriptors: readonly Described[],
): { readonly constants: readonly Declaration[]; readonly descriptors: readonly Described[] } {
  const uses = new Map<Data, number>();
  const count = (data: Data): void => {
    if (!isTree(data)) return;
    const before = uses.get(data) ?? 0;
    uses.set(data, before + 1);
    if (before === 0) for (const part of partsOf(data)) count(part);
  };
  for (const descriptor of descriptors) count(descriptor);
  const sizes = new Map<Data, number>();
  const sizeOf = (data: Data): number => {
    if (!isTree(data)) return 0;
    let size = sizes.get(data);
    if (size === undefined) {
      size = partsOf(data).reduce<number>((sum, part) => sum + sizeOf(part), isType(data) ? 1 : 0);
      sizes.set(data, size);
    }
    return size;
  };
  const written = descriptors.reduce((sum, descriptor) => sum + sizeOf(descriptor), 0);
  const different = [...uses.keys()].filter(isType).length;
  if (written < enough || written < different * longer) return { constants: [], descriptors };

  const constants: Declaration[] = [];
  const known = new Map<Data, Data>();
  const named = (data: Data): Data => {
    if (!isTree(data)) return data;
    const before = known.get(data);
    if (before !== undefined) return before;
    const own = isList(data) ? data.map(named) : mapMembers(data, named);
    const isNamed = isType(data) && (uses.get(data) ?? 0) > 1 && sizeOf(data) > 1;
    const shared = isNamed ? declare(own) : own;
    known.set(data, shared);
    return shared;
  };
  const declare = (type: Data): Reference => {
    const typeName = scope.name(runtimeNames.types.WireType);
    const name = scope.local('wireType');
    const before = `const ${name}: ${typeName} = `.length;
    constants.push(constant(name, typeName, dataLiteral(type, before)));
    return new Reference(code`${name}`);
  };
  return { descriptors: descriptors.map((each) => mapMembers(each, named)), constants };
}

function isTree(data: Data): data is readonly Data[] | Described {
  return typeof data === 'object' && data !== null && !(data instanceof Reference);
}

function isList(data: readonly Data[] | Described): data is readonly Data[] {
  return Array.isArray(data);
}

function partsOf(data: readonly Data[] | Described): readonly Data[] {
  return isList(data)
    ? data
    : Object.keys(data).map((name) => (isDefault(data, name) ? null : data[name]));
}

function mapMembers(data: Described, of: (part: Data) => Data): Described {
  return Object.fromEntries(
    Object.entries(data).map(([name, part]) => [name, isDefault(data, name) ? part : of(part)]),
  );
}

/** Whether a member is the default of a parameter, which is a value of the document and may look like anything. */
function isDefault(data: Described, name: string): boolean {
  return name === 'default' && typeof data['in'] === 'string';
}

/** Whether something is the type of a text on the wire: nothing else in a descriptor has a list of that name. */
function isType(data: Data): boolean {
  return isTree(data) && !isList(data) && Array.isArray(data['types']);
}
