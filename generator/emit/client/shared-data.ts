import type { Identifier } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { camelCase, wordsOf } from '../../plan/words.js';
import { code } from '../code.js';
import { type Data, dataLiteral, Reference } from '../data-literal.js';
import { constant } from '../declare.js';
import type { Declaration, FileScope } from '../source-file.js';
import { shareTypes } from './shared-types.js';

/** A descriptor as data, member by member. */
export type Described = { readonly [name: string]: Data };

/** How often something stands in a file before it has a name of its own there. */
const enough = 3;

/** The lists of a descriptor whose items are much the same in every operation, the type of an item, and what it is called. */
const lists: readonly {
  readonly member: string;
  readonly type: Identifier;
  wish(item: Described): string;
}[] = [
  {
    member: 'parameters',
    type: runtimeNames.types.ParameterDescriptor,
    wish: (item) => nameOf([textOf(item['name']), 'in', textOf(item['in'])]),
  },
  {
    member: 'outcomes',
    type: runtimeNames.types.OutcomeDescriptor,
    wish: ({ respond, headers }) => {
      const names = itemsOf(headers).map((header) =>
        isObject(header) ? textOf(header['name']) : '',
      );
      return nameOf([textOf(respond), ...names.flatMap((name) => ['with', name]), 'outcome']);
    },
  },
];

/**
 * Gives parameters and outcomes that several descriptors of a file have a name there, which is easier on readers and on the compiler
 * than to say them again for every operation.
 */
export function shareData(
  scope: FileScope,
  descriptors: readonly Described[],
): { readonly constants: readonly Declaration[]; readonly descriptors: readonly Described[] } {
  const { constants: types, descriptors: typed } = shareTypes(scope, descriptors);
  const constants = [...types];
  let shared = typed;
  for (const { member, type, wish } of lists) {
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
      if (!isObject(item) || (counts.get(key) ?? 0) < enough) return item;
      const known = references.get(key);
      if (known !== undefined) return known;
      const name = scope.local(wish(item));
      const typeName = scope.name(type);
      const before = `const ${name}: ${typeName} = `.length;
      constants.push(constant(name, typeName, dataLiteral(item, before)));
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

function isObject(data: Data): data is Described {
  return (
    typeof data === 'object' &&
    data !== null &&
    !Array.isArray(data) &&
    !(data instanceof Reference)
  );
}

/** A name out of texts of a document, which may hold anything. */
function nameOf(texts: readonly string[]): string {
  const name = camelCase(texts.flatMap(wordsOf)).replaceAll(/[^A-Za-z0-9]/g, '');
  return /^[A-Za-z]/.test(name) ? name : `the${name}`;
}

function textOf(data: Data): string {
  return typeof data === 'string' ? data : '';
}
