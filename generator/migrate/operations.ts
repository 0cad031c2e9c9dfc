import type { Json } from '../model/schema.js';
import { camelCase, pascalCase, singular, wordsOf } from '../plan/names/words.js';
import type { PackageDraft } from './draft.js';

type JsonObject = { readonly [name: string]: Json };

/** Methods of HTTP that a path item may have. */
const methods = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]);

/** An operation of a description, as its text has it. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly value: JsonObject;
}

/** The operations in a description. */
export function operationsOf(document: Json | undefined): readonly DescribedOperation[] {
  return Object.entries(objectOf(objectOf(document)['paths'])).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).flatMap(([method, value]) =>
      methods.has(method) ? [{ method, path, value: objectOf(value) }] : [],
    ),
  );
}

/** Names of the schemas of a description. */
export function schemaNamesOf(document: Json | undefined): readonly string[] {
  const root = objectOf(document);
  const { schemas } = objectOf(root['components']);
  return Object.keys(objectOf(schemas ?? root['definitions']));
}

/** The object, or an empty one for anything else. */
export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}

/**
 * Makes an operation the method of a service: `list` of `pets`, or of `owners` and `pets`. Its function gets a name from which the method
 * follows, such as `listPets`, and its tag becomes the name of the service.
 */
export function placeOperation(
  { method, path, value }: DescribedOperation,
  service: readonly string[],
  name: string,
  draft: PackageDraft,
): void {
  const words = service.flatMap((part) => wordsOf(part));
  const noun = plural.has(name) ? words : words.map(singular);
  draft.names.operations[`${method.toUpperCase()} ${path}`] =
    `${camelCase(wordsOf(name))}${pascalCase(noun)}`;
  const tag = service.join(' ');
  const { tags } = value;
  if (Array.isArray(tags) && tags.length === 1 && tags[0] === tag) return;
  const target = targetOf(path, method);
  // Tags would be added to those that are there.
  if (tags !== undefined) draft.actions.push({ target: `${target}.tags`, remove: true });
  draft.actions.push({ target, update: { tags: [tag] } });
}

/** Methods that return many of what a service is about. */
const plural = new Set(['all', 'list', 'search']);

/** JSONPath of an operation. */
export function targetOf(path: string, method: string): string {
  return `$.paths['${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'].${method}`;
}
