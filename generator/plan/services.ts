import type { Api, Operation } from '../model/api.js';
import { fileName } from './files.js';
import { memberIdentifier, legalName } from './names.js';
import type { IdentifierName } from './plan.js';
import { camelCase, pascalCase, wordsOf } from './words.js';

/** Operations that belong together, before their names are chosen. */
export interface ServiceGroup {
  /** Words of the tag: two tags of the same words are one service. */
  readonly words: readonly string[];
  readonly property: IdentifierName;
  /** Base name of its files. */
  readonly file: string;
  readonly description?: string;
  readonly operations: readonly Operation[];
}

/** Names on a client that a service must not take. */
const clientMembers = new Set([
  'batch',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'prototype',
  'request',
  'then',
  'toJSON',
  'toLocaleString',
  'toString',
  'valueOf',
]);

/**
 * Operations by the first of their tags that leads somewhere; those without one by what their path begins with. Only what a client
 * sends: webhooks and callbacks are nobody's call.
 */
export function groupOperations(api: Api): readonly ServiceGroup[] {
  const groups = new Map<string, { words: readonly string[]; operations: Operation[] }>();
  const described = new Map<string, string>();
  for (const tag of api.tags) {
    const words = serviceWords(tag.name);
    const key = words.join(' ');
    groups.set(key, groups.get(key) ?? { words, operations: [] });
    if (tag.description !== undefined && !described.has(key)) described.set(key, tag.description);
  }
  const kinds = new Map(api.tags.map(({ name, kind }) => [name, kind]));
  for (const operation of api.operations) {
    if (operation.sentBy !== 'client') continue;
    const tag = operation.tags.find((each) => leadsSomewhere(kinds.get(each)));
    const words = tag === undefined ? pathWords(operation) : serviceWords(tag);
    const key = words.join(' ');
    const group = groups.get(key) ?? { words, operations: [] };
    group.operations.push(operation);
    groups.set(key, group);
  }
  return [...groups]
    .filter(([, { operations }]) => operations.length > 0)
    .map(([key, { words, operations }]) => {
      const description = described.get(key);
      return {
        words,
        property: propertyName(words),
        file: fileName(words),
        ...(description === undefined ? {} : { description }),
        operations,
      };
    });
}

/** Whether a tag of this kind says where an operation is looked for: what is a badge, or names an audience, does not. */
function leadsSomewhere(kind: string | undefined): boolean {
  return kind === undefined || kind === 'nav';
}

function propertyName(words: readonly string[]): IdentifierName {
  const name = legalName(camelCase(words), 'service');
  return memberIdentifier(clientMembers.has(name) ? `${name}Service` : name);
}

/** The words of a tag, the tail of `Policies service` left out; a tag without any letter is told by its text. */
function serviceWords(tag: string): readonly string[] {
  const words = wordsOf(tag);
  if (words.length === 0) return ['service', fileName([tag])].flatMap(wordsOf);
  return words.length > 1 && words.at(-1) === 'service' ? words.slice(0, -1) : words;
}

/** First segment that says something: neither a parameter nor a version. */
function pathWords(operation: Operation): readonly string[] {
  const { binding } = operation;
  if (binding.kind === 'json-rpc') return ['rpc'];
  if (!('parts' in binding.target)) return ['api'];
  const literal = binding.target.parts
    .filter((part): part is string => typeof part === 'string')
    .flatMap((part) => part.split('/'))
    // A verb behind a colon, as in `/pets:search`, is none of the noun's.
    .map((segment) => segment.replace(/:[A-Za-z][\w-]*$/u, ''));
  const first = literal.find((segment) => segment !== '' && !isGeneric(segment));
  const words = first === undefined ? [] : wordsOf(first);
  return words.length === 0 ? ['api'] : words;
}

/** Whether a path segment says nothing about what is asked for. */
export function isGeneric(segment: string): boolean {
  return /^(?:api|rest|v\d+(?:\.\d+)*(?:(?:alpha|beta)\d*)?)$/iu.test(segment);
}

/** `Policies`, for the class `PoliciesService`. */
export function serviceNoun(group: ServiceGroup): string {
  return legalName(pascalCase(group.words), 'Service');
}
