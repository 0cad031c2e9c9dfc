import { createReporter, type Diagnostic } from '../../../core/diagnostic.js';
import { childOrigin, rootOrigin } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { escapeToken, parsePointer } from '../../../core/pointer.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Json, Keywords, SchemaId } from '../../schema.js';
import { isArray, isObject, member, referenceOnTheWay, valueAt } from '../json.js';
import type { Scope } from './document.js';
import type { PendingReference, Resource, SchemaReading } from './reading.js';
import { schemaAt } from './schema-reader.js';
import { decodeFragment, resolveUri, splitFragment } from './uri.js';

type KeywordsInProgress = { -readonly [Name in keyof Keywords]: Keywords[Name] };

/**
 * Resolves every reference that waits, and those of the schemas that are read on the way, until none is left. What nobody has an `$id` for
 * yet is looked for last: a schema that is still to be read may have it, in whatever order the document refers to the two.
 */
export function resolveReferences(reading: SchemaReading): void {
  const { references } = reading;
  const unknown: PendingReference[] = [];
  for (let index = 0; index < references.length || unknown.length > 0;) {
    if (index >= references.length) {
      resolveOne(reading, unknown.shift() as PendingReference);
      continue;
    }
    const pending = references[index++] as PendingReference;
    if (isUnknown(reading, pending)) unknown.push(pending);
    else resolveOne(reading, pending);
  }
  references.length = 0;
}

/** Whether a reference names a resource that has not been read and is no file. */
function isUnknown({ resources }: SchemaReading, { text, scope }: PendingReference): boolean {
  if (text.startsWith('#')) return false;
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(text);
  if (!isAbsolute && scope.resource.startsWith('file:')) return false;
  const uri = resolveUri(splitFragment(text).uri, scope.resource);
  return uri !== undefined && !uri.startsWith('file:') && !resources.has(uri);
}

/** The schema that a reference names; reads it if nobody has yet. Reports why there is none. */
export function resolveSchema(
  reading: SchemaReading,
  text: string,
  scope: Scope,
  origin: Origin,
): SchemaId | undefined {
  const local = text.startsWith('#') ? `${scope.resource}${text}` : undefined;
  const known = local === undefined ? undefined : reading.resolved.get(local);
  if (known !== undefined) return known;
  const found = findSchema(reading, text, scope, origin);
  if (local !== undefined && found !== undefined) reading.resolved.set(local, found);
  return found;
}

function findSchema(
  reading: SchemaReading,
  text: string,
  scope: Scope,
  origin: Origin,
): SchemaId | undefined {
  const { uri, fragment = '' } = splitFragment(text);
  const resource = findResource(reading, uri, text, scope, origin);
  if (resource === undefined) return undefined;
  const decoded = decodeFragment(fragment);
  if (decoded === undefined) {
    return unresolved(reading, text, origin, 'its percent-encoding is broken');
  }
  if (decoded === '' || decoded.startsWith('/')) {
    const tokens = parsePointer(decoded);
    if (tokens === undefined) {
      return unresolved(reading, text, origin, 'its fragment is not a JSON Pointer');
    }
    return readTarget(reading, resource, tokens, text, origin);
  }
  const anchor = `${resource.scope.resource}#${decoded}`;
  const known = reading.anchors.get(anchor);
  if (known !== undefined) return known;
  // The schemas of a description are read by now; a file of schemas that is none itself is a schema for whoever looks for an anchor in it.
  if (!resource.isSchema && !isDescription(resource.scope.document.value))
    readTarget(reading, resource, [], text, origin, 'quiet');
  const anchors = [...reading.anchors.keys()];
  const found = reading.anchors.get(anchor);
  if (found !== undefined) return found;
  const prefix = `${resource.scope.resource}#`;
  const names = anchors
    .filter((anchor) => anchor.startsWith(prefix))
    .map((anchor) => anchor.slice(prefix.length));
  reading.reporter.error(
    'unresolved-reference',
    origin,
    `"${text}" does not exist`,
    didYouMean(decoded, names),
  );
  return undefined;
}

function isDescription(value: Json): boolean {
  return isObject(value) && ['openapi', 'asyncapi'].some((name) => Object.hasOwn(value, name));
}

function resolveOne(reading: SchemaReading, pending: PendingReference): void {
  const { keyword, scope } = pending;
  const origin = { parent: pending.origin, key: keyword };
  const target = resolveSchema(reading, pending.text, scope, origin);
  const from = reading.table.get(pending.from);
  if (target === undefined || from?.kind !== 'keywords') return;
  const keywords: KeywordsInProgress = from.keywords;
  if (keyword === '$ref') {
    keywords.$ref = target;
    return;
  }
  const anchor =
    keyword === '$recursiveRef' ? '$recursiveAnchor' : splitFragment(pending.text).fragment;
  const found = reading.table.get(target);
  const dynamic = found?.kind === 'keywords' ? found.keywords.$dynamicAnchor : undefined;
  // Without a dynamic anchor of that name at its first target it is an ordinary reference (2020-12 core 8.2.3.2).
  if (anchor !== undefined && dynamic === anchor)
    keywords.$dynamicRef = { initial: target, anchor };
  else if (keywords.$ref === undefined && !hasPendingRef(pending, reading)) keywords.$ref = target;
  else keywords.allOf = [...(keywords.allOf ?? []), target];
}

function hasPendingRef(pending: PendingReference, reading: SchemaReading): boolean {
  return reading.references.some(
    (other) => other.from === pending.from && other.keyword === '$ref',
  );
}

function findResource(
  reading: SchemaReading,
  uri: string,
  text: string,
  scope: Scope,
  origin: Origin,
): Resource | undefined {
  if (uri === '') {
    return reading.resources.get(scope.resource);
  }
  const absolute = resolveUri(uri, scope.resource);
  if (absolute === undefined) {
    return unresolved(reading, text, origin, 'it is not a URI reference');
  }
  const known = reading.resources.get(absolute);
  if (known !== undefined && !/^file:/i.test(text)) return known;
  const found = createReporter();
  const document = reading.open(absolute, text, origin, scope.dialect, found);
  reportOpening(reading, scope, uri, origin, found.diagnostics);
  if (document === undefined) return undefined;
  reading.register(document);
  const root = document.value;
  const isNamed =
    isObject(root) &&
    (typeof member(root, '$schema') === 'string' || typeof member(root, '$id') === 'string');
  if (isNamed)
    readTarget(reading, reading.resources.get(document.uri) as Resource, [], text, origin);
  return reading.resources.get(document.uri);
}

/**
 * Passes on what there is to say about a document that a reference names. Where nobody would see from the reference why it leaves the
 * folder, because it is relative and an `$id` above it is not, the `$id` is told of, once.
 */
function reportOpening(
  { reporter, resources, blamed }: SchemaReading,
  scope: Scope,
  uri: string,
  origin: Origin,
  diagnostics: readonly Diagnostic[],
): void {
  const resource = resources.get(scope.resource);
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(uri);
  const isMoved = isRelative && scope.resource !== scope.document.uri && resource !== undefined;
  for (const { code, severity, message, origin: place, ...details } of diagnostics) {
    if (!isMoved || severity !== 'error' || code !== 'forbidden-reference') {
      reporter[severity](code, place, message, details);
      continue;
    }
    if (blamed.has(scope.resource)) continue;
    blamed.add(scope.resource);
    const root = childOrigin(
      rootOrigin(scope.document.source),
      ...(parsePointer(resource.pointer) ?? []),
    );
    reporter.error(
      'remote-base',
      childOrigin(root, scope.dialect.idKeyword ?? '$id'),
      `relative references below this start from "${scope.resource}", so that they leave the folder`,
      {
        part: 'key',
        hint: 'give the schema an "$id" that is relative, or none',
        related: [{ message, origin }],
      },
    );
  }
}

/** Keywords that hold schemas: what has one of them is a schema itself rather than a map of them. */
const HOLDERS = ['properties', 'items', 'additionalProperties', 'not', 'patternProperties'];

/** The schemas of a map that a reference names, by name; `undefined` where it names no plain map of schemas, of which nothing is reported. */
export function resolveMap(
  reading: SchemaReading,
  text: string,
  scope: Scope,
  origin: Origin,
): readonly (readonly [string, SchemaId])[] | undefined {
  const { uri, fragment = '' } = splitFragment(text);
  const tokens = parsePointer(decodeFragment(fragment) ?? '#');
  const resource = tokens && findResource(reading, uri, text, scope, origin);
  if (tokens === undefined || resource === undefined) return undefined;
  const all = [...(parsePointer(resource.pointer) ?? []), ...tokens];
  const map = valueAt(resource.scope.document.value, all);
  if (!isObject(map) || HOLDERS.some((name) => Object.hasOwn(map, name))) return undefined;
  if (!Object.values(map).every((each) => isObject(each) || typeof each === 'boolean'))
    return undefined;
  return Object.keys(map).flatMap((key) => {
    const id = readTarget(reading, resource, [...tokens, key], text, origin);
    return id === undefined ? [] : [[key, id] as const];
  });
}

/** Reads the schema at a pointer below a resource's root, in the scope of the nearest schema around it. */
function readTarget(
  reading: SchemaReading,
  resource: Resource,
  tokens: readonly string[],
  text: string,
  origin: Origin,
  quiet?: 'quiet',
): SchemaId | undefined {
  const { document } = resource.scope;
  const rootTokens = parsePointer(resource.pointer) ?? [];
  const all = [...rootTokens, ...tokens];
  const pointer = all.map((token) => '/' + escapeToken(token)).join('');
  const known = schemaAt(reading, `${document.uri}#${pointer}`);
  if (known !== undefined) return known;
  const value = valueAt(document.value, all);
  if (value === undefined) {
    if (quiet === undefined) return behindReference(reading, resource, all, text, origin);
    return undefined;
  }
  const scope = scopeAround(reading, resource, all);
  return reading.read(value, childOrigin(rootOrigin(document.source), ...all), pointer, scope);
}

/** The schema that a pointer names which leads through a reference; reports where there is none. */
function behindReference(
  reading: SchemaReading,
  resource: Resource,
  tokens: readonly string[],
  text: string,
  origin: Origin,
): SchemaId | undefined {
  const { document } = resource.scope;
  const way = referenceOnTheWay(document.value, tokens);
  if (way === undefined) {
    reportMissing(reading, resource, tokens, text, origin);
    return undefined;
  }
  const key = `${document.uri}#${way.pointer}`;
  if (reading.passing.has(key)) {
    reading.reporter.error('reference-cycle', origin, `"${text}" leads back to itself`);
    return undefined;
  }
  reading.passing.add(key);
  const scope = scopeAround(reading, resource, [...(parsePointer(way.pointer) ?? []), '$ref']);
  const found = resolveSchema(reading, way.reference, scope, origin);
  reading.passing.delete(key);
  return found;
}

function scopeAround(reading: SchemaReading, resource: Resource, tokens: readonly string[]): Scope {
  const { document } = resource.scope;
  const pointers = [''];
  for (const token of tokens) pointers.push(`${pointers.at(-1)}/${escapeToken(token)}`);
  for (const pointer of pointers.slice(0, -1).reverse()) {
    const id = schemaAt(reading, `${document.uri}#${pointer}`);
    const schema = id === undefined ? undefined : reading.table.get(id);
    if (schema?.kind !== 'keywords') continue;
    return reading.resources.get(schema.resource)?.scope ?? resource.scope;
  }
  return resource.scope;
}

function reportMissing(
  reading: SchemaReading,
  resource: Resource,
  tokens: readonly string[],
  text: string,
  origin: Origin,
): void {
  reading.reporter.error(
    'unresolved-reference',
    origin,
    `"${text}" does not exist`,
    nearMiss(resource.scope.document.value, tokens),
  );
}

/** A hint from the names that stand where a path through a document breaks off. */
export function nearMiss(
  root: Parameters<typeof valueAt>[0],
  tokens: readonly string[],
): { readonly hint?: string } {
  for (let depth = 0; depth < tokens.length; depth++) {
    const parent = valueAt(root, tokens.slice(0, depth));
    const token = tokens[depth] as string;
    if (valueAt(root, tokens.slice(0, depth + 1)) !== undefined) continue;
    if (isArray(parent))
      return { hint: parent.length === 1 ? 'there is 1 item' : `there are ${parent.length} items` };
    return isObject(parent) ? didYouMean(token, namesIn(parent)) : {};
  }
  return {};
}

/** The names in an object, which many references may miss. */
function namesIn(parent: object): readonly string[] {
  let names = knownNames.get(parent);
  if (names === undefined) knownNames.set(parent, (names = Object.keys(parent)));
  return names;
}

const knownNames = new WeakMap<object, readonly string[]>();

function unresolved(reading: SchemaReading, text: string, origin: Origin, why: string): undefined {
  reading.reporter.error('unresolved-reference', origin, `"${text}" does not exist: ${why}`);
  return undefined;
}
