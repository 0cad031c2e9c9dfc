import type { Identifier } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { camelCase, wordsOf } from '../../plan/names/words.js';
import { code } from '../../printer/code.js';
import { type Data, dataLiteral, Reference } from '../../typescript/data-literal.js';
import { constant } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { shareTypes } from './shared-types.js';

/** A descriptor as data. */
export type DescriptorData = { readonly [name: string]: Data };

/** Number of occurrences in a file from which an item becomes a constant. */
const minOccurrences = 3;

/**
 * Lists of a descriptor whose items often recur, with the type of an item and its constant's name.
 */
const lists: readonly {
  readonly member: string;
  readonly type: Identifier;
  nameFor(item: DescriptorData): string;
}[] = [
  {
    member: 'parameters',
    type: runtimeNames.types.ParameterDescriptor,
    nameFor: (item) => nameOf([textOf(item['name']), 'in', textOf(item['in'])]),
  },
  {
    member: 'outcomes',
    type: runtimeNames.types.OutcomeDescriptor,
    nameFor: ({ respond, headers }) => {
      const names = itemsOf(headers).map((header) =>
        isObject(header) ? textOf(header['name']) : '',
      );
      return nameOf([textOf(respond), ...names.flatMap((name) => ['with', name]), 'outcome']);
    },
  },
];

/**
 * Replaces parameters and outcomes that recur in a file by constants. This shortens the file for
 * readers and for the compiler.
 */
export function extractSharedConstants(
  scope: FileScope,
  descriptors: readonly DescriptorData[],
): { readonly constants: readonly Declaration[]; readonly descriptors: readonly DescriptorData[] } {
  const { constants: types, descriptors: withTypes } = shareTypes(scope, descriptors);
  const constants = [...types];
  let shared = withTypes;
  for (const { member, type, nameFor } of lists) {
    const counts = new Map<string, number>();
    const keys = new Map<Data, string>();
    for (const item of shared.flatMap((descriptor) => itemsOf(descriptor[member]))) {
      const key = JSON.stringify(item);
      keys.set(item, key);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const references = new Map<string, Reference>();
    const referenceTo = (item: Data): Data => {
      const key = keys.get(item) ?? '';
      if (!isObject(item) || (counts.get(key) ?? 0) < minOccurrences) return item;
      const existing = references.get(key);
      if (existing !== undefined) return existing;
      const name = scope.local(nameFor(item));
      const typeName = scope.name(type);
      constants.push(constant(name, typeName, dataLiteral(item)));
      const reference = new Reference(code`${name}`);
      references.set(key, reference);
      return reference;
    };
    shared = shared.map((descriptor) => {
      const items = itemsOf(descriptor[member]);
      return items.length === 0 ? descriptor : { ...descriptor, [member]: items.map(referenceTo) };
    });
  }
  return { constants, descriptors: shared };
}

function itemsOf(data: Data): readonly Data[] {
  return Array.isArray(data) ? (data as readonly Data[]) : [];
}

function isObject(data: Data): data is DescriptorData {
  return (
    typeof data === 'object' &&
    data !== null &&
    !Array.isArray(data) &&
    !(data instanceof Reference)
  );
}

/** Converts document texts, which may contain anything, to a valid name. */
function nameOf(texts: readonly string[]): string {
  const name = camelCase(texts.flatMap(wordsOf)).replaceAll(/[^A-Za-z0-9]/g, '');
  return /^[A-Za-z]/.test(name) ? name : `the${name}`;
}

function textOf(data: Data): string {
  return typeof data === 'string' ? data : '';
}
