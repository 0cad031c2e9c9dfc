import { runtimeNames } from '../../plan/runtime-names.js';
import type { Name } from '../../printer/code.js';
import { type Data, dataLiteral, LazyReference, Reference } from '../../typescript/data-literal.js';
import { constant } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import type { DescriptorData } from './shared-constants.js';

/** Number of type nodes in a file from which equal types are shared. */
const minNodes = 250;

/** Ratio of written to distinct types from which equal types are shared. */
const minRatio = 4;

/**
 * Replaces wire types that recur in a file by constants, if they would otherwise dominate it. A
 * form whose schema refers to itself through thirty properties has 810,000 nodes in its first four
 * levels, but only four distinct types. A recursive type becomes a constant that its own literal
 * refers to.
 */
export function shareTypes(
  scope: FileScope,
  descriptors: readonly DescriptorData[],
): { readonly constants: readonly Declaration[]; readonly descriptors: readonly DescriptorData[] } {
  const uses = new Map<Data, number>();
  const visiting = new Set<Data>();
  const recursive = new Set<Data>();
  const count = (data: Data): void => {
    if (!isNested(data)) return;
    const before = uses.get(data) ?? 0;
    uses.set(data, before + 1);
    if (visiting.has(data)) recursive.add(data);
    if (before > 0) return;
    visiting.add(data);
    for (const part of childrenOf(data)) count(part);
    visiting.delete(data);
  };
  for (const descriptor of descriptors) count(descriptor);
  const sizes = new Map<Data, number>();
  const sizeOf = (data: Data): number => {
    if (!isNested(data)) return 0;
    let size = sizes.get(data);
    if (size === undefined) {
      sizes.set(data, 0);
      size = childrenOf(data).reduce<number>(
        (sum, part) => sum + sizeOf(part),
        isType(data) ? 1 : 0,
      );
      sizes.set(data, size);
    }
    return size;
  };
  const written = descriptors.reduce((sum, descriptor) => sum + sizeOf(descriptor), 0);
  const distinct = [...uses.keys()].filter(isType).length;
  const isLong = written >= minNodes && written >= distinct * minRatio;
  if (!isLong && recursive.size === 0) return { constants: [], descriptors };

  const constants: Declaration[] = [];
  const replaced = new Map<Data, Data>();
  const names = new Map<Data, Name>();
  const nameOf = (data: Data): Name => {
    const name = names.get(data) ?? scope.local('wireType');
    names.set(data, name);
    return name;
  };
  const withConstants = (data: Data): Data => {
    if (!isNested(data)) return data;
    const before = replaced.get(data);
    if (before !== undefined) return before;
    if (recursive.has(data)) replaced.set(data, new LazyReference(nameOf(data)));
    const children = isList(data) ? data.map(withConstants) : mapMembers(data, withConstants);
    const isRepeated = isLong && (uses.get(data) ?? 0) > 1 && sizeOf(data) > 1;
    const isNamed = isType(data) && (isRepeated || recursive.has(data));
    const shared = isNamed ? declare(nameOf(data), children) : children;
    replaced.set(data, shared);
    return shared;
  };
  const declare = (name: Name, type: Data): Reference => {
    const typeName = scope.name(runtimeNames.types.WireType);
    constants.push(constant(name, typeName, dataLiteral(type)));
    return new Reference(name);
  };
  return { descriptors: descriptors.map((each) => mapMembers(each, withConstants)), constants };
}

function isNested(data: Data): data is readonly Data[] | DescriptorData {
  return (
    typeof data === 'object' &&
    data !== null &&
    !(data instanceof Reference) &&
    !(data instanceof LazyReference)
  );
}

function isList(data: readonly Data[] | DescriptorData): data is readonly Data[] {
  return Array.isArray(data);
}

function childrenOf(data: readonly Data[] | DescriptorData): readonly Data[] {
  return isList(data)
    ? data
    : Object.keys(data).map((name) => (isDefault(data, name) ? null : data[name]));
}

function mapMembers(data: DescriptorData, convert: (part: Data) => Data): DescriptorData {
  return Object.fromEntries(
    Object.entries(data).map(([name, part]) => [
      name,
      isDefault(data, name) ? part : convert(part),
    ]),
  );
}

/**
 * True if a member is the default of a parameter. Its value comes from the document and may look
 * like a type.
 */
function isDefault(data: DescriptorData, name: string): boolean {
  return name === 'default' && typeof data['in'] === 'string';
}

/** True if the data is a wire type. Only those have a list called `types`. */
function isType(data: Data): boolean {
  return isNested(data) && !isList(data) && Array.isArray(data['types']);
}
