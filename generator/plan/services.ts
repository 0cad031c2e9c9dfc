import type { Prose } from '../core/prose.js';
import type { Api, Operation } from '../model/api.js';
import { fileName } from './files.js';
import { memberIdentifier, legalName } from './names/names.js';
import type { SchemaId } from '../model/schema.js';
import type { IdentifierName } from './plan.js';
import type { InlineSchemas } from './schemas/inline-schemas.js';
import { camelCase, pascalCase, wordsOf } from './names/words.js';

/** Operations of one service, before their names are chosen. */
export interface ServiceGroup {
  /** Words of the tag. Two tags with the same words form one service. */
  readonly words: readonly string[];
  readonly property: IdentifierName;
  /** Base name of the service's files. */
  readonly file: string;
  readonly description?: Prose;
  readonly operations: readonly Operation[];
}

/** Client members that a service must not redefine. */
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
 * Groups operations by their first navigation tag, or by the beginning of their path. Includes only
 * operations that clients call, not webhooks and callbacks.
 */
export function groupOperations(api: Api): readonly ServiceGroup[] {
  const groups = new Map<string, { words: readonly string[]; operations: Operation[] }>();
  const descriptions = new Map<string, Prose>();
  for (const tag of api.tags) {
    const words = serviceWords(tag.name);
    const key = words.join(' ');
    groups.set(key, groups.get(key) ?? { words, operations: [] });
    if (tag.description !== undefined && !descriptions.has(key))
      descriptions.set(key, tag.description);
  }
  const tagKinds = new Map(api.tags.map(({ name, kind }) => [name, kind]));
  for (const operation of api.operations) {
    if (operation.sentBy !== 'client') continue;
    const tag = operation.tags.find((each) => isNavigation(tagKinds.get(each)));
    const words = tag === undefined ? pathWords(operation) : serviceWords(tag);
    const key = words.join(' ');
    const group = groups.get(key) ?? { words, operations: [] };
    group.operations.push(operation);
    groups.set(key, group);
  }
  return [...groups]
    .filter(([, { operations }]) => operations.length > 0)
    .map(([key, { words, operations }]) => {
      const description = descriptions.get(key);
      return {
        words,
        property: propertyName(words),
        file: fileName(words),
        ...(description === undefined ? {} : { description }),
        operations,
      };
    });
}

/** True if a tag of this kind serves for navigation. Badges and audiences do not. */
function isNavigation(kind: string | undefined): boolean {
  return kind === undefined || kind === 'nav';
}

function propertyName(words: readonly string[]): IdentifierName {
  const name = legalName(camelCase(words), 'service');
  return memberIdentifier(clientMembers.has(name) ? `${name}Service` : name);
}

/** Words of a tag, without a final `service`. A tag without letters gets a digest. */
function serviceWords(tag: string): readonly string[] {
  const words = wordsOf(tag);
  if (words.length === 0) return ['service', fileName([tag])].flatMap(wordsOf);
  return words.length > 1 && words.at(-1) === 'service' ? words.slice(0, -1) : words;
}

/** Words of the first segment that is neither a parameter nor a version. */
function pathWords(operation: Operation): readonly string[] {
  const { binding } = operation;
  if (binding.kind === 'json-rpc') return ['rpc'];
  if (!('parts' in binding.target)) return ['api'];
  const literal = binding.target.parts
    .filter((part): part is string => typeof part === 'string')
    .flatMap((part) => part.split('/'))
    // A verb after a colon, as in `/pets:search`, is not part of the noun.
    .map((segment) => segment.replace(/:[A-Za-z][\w-]*$/u, ''));
  const first = literal.find((segment) => segment !== '' && !isGeneric(segment));
  const words = first === undefined ? [] : wordsOf(first);
  return words.length === 0 ? ['api'] : words;
}

/** True if a path segment does not name a resource, such as `api` or `v1`. */
export function isGeneric(segment: string): boolean {
  return /^(?:api|rest|v\d+(?:\.\d+)*(?:(?:alpha|beta)\d*)?)$/iu.test(segment);
}

/** Noun of a service, such as `Policies` in the class name `PoliciesService`. */
export function serviceNoun(group: ServiceGroup): string {
  return legalName(pascalCase(group.words), 'Service');
}

/**
 * Returns the service of an inline schema. Components and schemas of several services have none.
 */
export function servicesOfContexts(
  inlineSchemas: InlineSchemas,
  groups: readonly ServiceGroup[],
  components: ReadonlySet<SchemaId>,
): (id: SchemaId) => string | undefined {
  const services = new Map<SchemaId, string | undefined>();
  for (const { file, operations } of groups) {
    for (const operation of operations) {
      for (const { id } of inlineSchemas.contexts(operation))
        services.set(id, services.has(id) && services.get(id) !== file ? undefined : file);
    }
  }
  return (id) => (components.has(id) ? undefined : services.get(id));
}
