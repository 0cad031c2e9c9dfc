import { createReporter, defineError, type Diagnostic } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { referenceCycle } from '../diagnostics/references.js';
import { unresolvedReference } from '../../../core/diagnostics/references.js';
import { childOrigin, rootOrigin } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { escapeToken, parsePointer } from '../../../core/pointer.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Json, Keywords, SchemaId } from '../../schema.js';
import { isArray, isObject, member, referenceAlong, valueAt } from '../json.js';
import type { Scope } from './document.js';
import type { ChainEnd, PendingReference, Resource, SchemaReading } from './reading.js';
import { schemaAt } from './reading.js';
import { decodeFragment, resolveUri, splitFragment } from './uri.js';

/** An `$id` that makes relative references lead out of the folder. */
export const remoteBase: DiagnosticType<{ default: { resource: string } }> = defineError(
  'remote-base',
  {
    default: ({ resource }) =>
      `relative references below this are relative to "${resource}", and so lead out of the folder`,
  },
);

type KeywordsInProgress = { -readonly [Name in keyof Keywords]: Keywords[Name] };

/**
 * Resolves every pending reference, including those of schemas that are read on the way. References to an unknown `$id` are resolved last,
 * because a schema that is still to be read may declare it. The order of references in the document therefore does not matter.
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
    if (isUnknownResource(reading, pending)) unknown.push(pending);
    else resolveOne(reading, pending);
  }
  references.length = 0;
}

/** True if a reference names a resource that has not been read and is not a file. */
function isUnknownResource(
  { resources }: SchemaReading,
  { text, scope }: PendingReference,
): boolean {
  if (text.startsWith('#')) return false;
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(text);
  if (!isAbsolute && scope.resource.startsWith('file:')) return false;
  const uri = resolveUri(splitFragment(text).uri, scope.resource);
  return uri !== undefined && !uri.startsWith('file:') && !resources.has(uri);
}

/** Returns the schema that a reference names, and reads it if necessary. Reports the reason if it cannot be resolved. */
export function resolveSchema(
  reading: SchemaReading,
  text: string,
  scope: Scope,
  origin: Origin,
): SchemaId | undefined {
  const local = text.startsWith('#') ? `${scope.resource}${text}` : undefined;
  const known = local === undefined ? undefined : reading.resolved.get(local);
  if (known !== undefined) return known;
  const target = findSchema(reading, text, scope, origin);
  if (local !== undefined && target !== undefined) reading.resolved.set(local, target);
  return target;
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
  // A description's schemas have all been read at this point. Another document that contains schemas is read as a schema, to find the
  // anchor.
  if (!resource.isSchema && !isDescription(resource.scope.document.value))
    readTarget(reading, resource, [], text, origin, 'quiet');
  const anchors = [...reading.anchors.keys()];
  const declared = reading.anchors.get(anchor);
  if (declared !== undefined) return declared;
  const prefix = `${resource.scope.resource}#`;
  const names = anchors
    .filter((anchor) => anchor.startsWith(prefix))
    .map((anchor) => anchor.slice(prefix.length));
  reading.reporter.report(
    unresolvedReference.default({ text }),
    origin,
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
  const targetSchema = reading.table.get(target);
  const dynamic =
    targetSchema?.kind === 'keywords' ? targetSchema.keywords.$dynamicAnchor : undefined;
  // Without a dynamic anchor of that name at its initial target, it is an ordinary reference (2020-12 core 8.2.3.2).
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
  const opening = createReporter();
  const document = reading.open(absolute, text, origin, scope.dialect, opening);
  reportOpening(reading, scope, uri, origin, opening.diagnostics);
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
 * Reports the diagnostics of opening a referenced document. A relative reference below an `$id` may resolve to a forbidden location. The
 * cause is then not visible at the reference, so the `$id` is reported instead, once.
 */
function reportOpening(
  { reporter, resources, reportedIds }: SchemaReading,
  scope: Scope,
  uri: string,
  origin: Origin,
  diagnostics: readonly Diagnostic[],
): void {
  const resource = resources.get(scope.resource);
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(uri);
  const isMoved = isRelative && scope.resource !== scope.document.uri && resource !== undefined;
  for (const diagnostic of diagnostics) {
    const { code, message } = diagnostic;
    if (!isMoved || code !== 'forbidden-reference') {
      reporter.add(diagnostic);
      continue;
    }
    if (reportedIds.has(scope.resource)) continue;
    reportedIds.add(scope.resource);
    const root = childOrigin(
      rootOrigin(scope.document.source),
      ...(parsePointer(resource.pointer) ?? []),
    );
    reporter.report(
      remoteBase.default({ resource: scope.resource }),
      childOrigin(root, scope.dialect.idKeyword ?? '$id'),
      {
        part: 'key',
        hint: 'use a relative "$id", or none',
        related: [{ message, origin }],
      },
    );
  }
}

/** Keywords with subschemas: an object with one of them is a schema, not a map of schemas. */
const SCHEMA_KEYWORDS = ['properties', 'items', 'additionalProperties', 'not', 'patternProperties'];

/** Returns the schemas of a map that a reference names. Returns `undefined`, without a report, if the target is not a map of schemas. */
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
  if (!isObject(map) || SCHEMA_KEYWORDS.some((name) => Object.hasOwn(map, name))) return undefined;
  if (!Object.values(map).every((each) => isObject(each) || typeof each === 'boolean'))
    return undefined;
  return Object.keys(map).flatMap((key) => {
    const id = readTarget(reading, resource, [...tokens, key], text, origin);
    return id === undefined ? [] : [[key, id] as const];
  });
}

/** Reads the schema at a pointer relative to a resource's root, in the scope of the nearest enclosing schema. */
function readTarget(
  reading: SchemaReading,
  resource: Resource,
  tokens: readonly string[],
  text: string,
  origin: Origin,
  silent?: 'quiet',
): SchemaId | undefined {
  const { document } = resource.scope;
  const rootTokens = parsePointer(resource.pointer) ?? [];
  const all = [...rootTokens, ...tokens];
  const pointer = all.map((token) => '/' + escapeToken(token)).join('');
  const known = schemaAt(reading, `${document.uri}#${pointer}`);
  if (known !== undefined) return known;
  const value = valueAt(document.value, all);
  if (value === undefined) {
    if (silent === undefined) return resolveThrough(reading, resource, all, text, origin);
    return undefined;
  }
  const scope = scopeAround(reading, resource, all);
  return reading.read(value, childOrigin(rootOrigin(document.source), ...all), pointer, scope);
}

/** Returns the schema at a pointer that leads through a reference; reports a missing target. */
function resolveThrough(
  reading: SchemaReading,
  resource: Resource,
  tokens: readonly string[],
  text: string,
  origin: Origin,
): SchemaId | undefined {
  const { document } = resource.scope;
  const next = referenceAlong(document.value, tokens);
  if (next === undefined) {
    reportMissing(reading, resource, tokens, text, origin);
    return undefined;
  }
  const key = `${document.uri}#${next.pointer}`;
  if (reading.resolving.has(key)) {
    reading.reporter.report(referenceCycle.default({ text }), origin);
    return undefined;
  }
  reading.resolving.add(key);
  const step = `${key} ${next.token}`;
  const known = reading.chainEnds.get(step);
  const scope =
    known?.scope ?? scopeAround(reading, resource, [...(parsePointer(next.pointer) ?? []), '$ref']);
  const base = known?.base ?? next.base;
  const target = resolveSchema(
    reading,
    base + next.reference.slice(next.base.length),
    scope,
    origin,
  );
  reading.resolving.delete(key);
  if (known === undefined) {
    const end = chainEnd(reading, document.uri, { scope, base }, next.token);
    reading.chainEnds.set(step, end);
  }
  return target;
}

/** Returns the last of the local references that follow a reference directly, as far as they have been followed. */
function chainEnd(
  reading: SchemaReading,
  document: string,
  hop: ChainEnd,
  token: string,
): ChainEnd {
  if (!hop.base.startsWith('#') || hop.scope.resource !== document) return hop;
  return reading.chainEnds.get(`${document}${decodeFragment(hop.base) ?? ''} ${token}`) ?? hop;
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
  reading.reporter.report(
    unresolvedReference.default({ text }),
    origin,
    nearMiss(resource.scope.document.value, tokens),
  );
}

/** Returns a hint with the names that exist at the point where a path through a document fails. */
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

/** Returns the names of an object, cached because many references may fail there. */
function namesIn(parent: object): readonly string[] {
  let names = knownNames.get(parent);
  if (names === undefined) knownNames.set(parent, (names = Object.keys(parent)));
  return names;
}

const knownNames = new WeakMap<object, readonly string[]>();

function unresolved(
  reading: SchemaReading,
  text: string,
  origin: Origin,
  reason: string,
): undefined {
  reading.reporter.report(unresolvedReference.reason({ text, reason }), origin);
  return undefined;
}
