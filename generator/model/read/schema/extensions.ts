import { rootOrigin } from '../../../core/origin.js';
import { escapeToken } from '../../../core/pointer.js';
import type { Json, SchemaId } from '../../schema.js';
import { isObject, member } from '../json.js';
import { type Scope, schemaSections } from './document.js';
import { type SchemaReading, schemaAt } from './reading.js';
import { resolveSchema } from './references.js';
import { decodeFragment, resolveUri, splitFragment } from './uri.js';

/**
 * Reads the schemas beside a base that extend it, in a file of which only some schemas are referenced. The base's discriminator selects
 * among them although nothing refers to them. Returns true if a schema was read.
 */
export function readExtensions(reading: SchemaReading): boolean {
  const bases = new Map<Scope, Set<string>>();
  for (const { from: declaredBy, scope } of reading.discriminators) {
    const from = discriminatedBy(reading, declaredBy);
    const schema = reading.table.get(from);
    if (schema?.kind !== 'keywords') continue;
    if (schema.keywords.oneOf !== undefined || schema.keywords.anyOf !== undefined) continue;
    const documentScope = reading.resources.get(scope.document.uri)?.scope ?? scope;
    const known = bases.get(documentScope);
    if (known === undefined) bases.set(documentScope, new Set([from]));
    else known.add(from);
  }
  const sizeBefore = reading.table.size;
  for (const [scope, found] of bases) readExtensionsOf(reading, scope, found);
  return reading.table.size > sizeBefore;
}

/**
 * Returns the schema that a discriminator belongs to: the schema that declares it, or the schema that this is an `allOf` part of, because
 * nothing can extend a part.
 */
export function discriminatedBy({ table }: SchemaReading, id: SchemaId): SchemaId {
  const parent = id.replace(/\/allOf\/\d+$/u, '') as SchemaId;
  const [schema, part] = [table.get(parent), table.get(id)];
  if (parent === id || schema?.kind !== 'keywords' || part?.kind !== 'keywords') return id;
  const { allOf = [], discriminator, oneOf, anyOf } = schema.keywords;
  const isFree = discriminator === undefined && oneOf === undefined && anyOf === undefined;
  const isPlain = part.keywords.oneOf === undefined && part.keywords.anyOf === undefined;
  return isFree && isPlain && allOf.includes(id) ? parent : id;
}

/** Returns the named schemas of all documents that have been read. */
export function namedSchemas(reading: SchemaReading): readonly SchemaId[] {
  return [...scopesOf(reading)].flatMap(({ document }) =>
    namesIn(document.value).flatMap(({ pointer }) => {
      return schemaAt(reading, `${document.uri}#${pointer}`) ?? [];
    }),
  );
}

/** Returns the outermost scope of each document. */
export function scopesOf(reading: SchemaReading): ReadonlySet<Scope> {
  const documents = new Set([...reading.resources.values()].map(({ scope }) => scope.document));
  return new Set([...documents].flatMap(({ uri }) => reading.resources.get(uri)?.scope ?? []));
}

/** Encodes a pointer as the fragment of a URI (RFC 6901 section 6). */
export function encodePointer(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/');
}

/**
 * Reads the schemas of a document that extend a base, directly or indirectly.
 * @param found locations of the bases; receives the locations of the schemas that extend them
 */
function readExtensionsOf(reading: SchemaReading, scope: Scope, bases: Set<string>): void {
  const { uri, value, source } = scope.document;
  const byParent = new Map<string, { readonly pointer: string; readonly location: string }[]>();
  for (const { pointer, schema } of namesIn(value)) {
    const extension = { pointer, location: `${uri}#${pointer}` };
    for (const parent of new Set(parentsOf(schema, uri))) {
      const known = byParent.get(parent);
      if (known === undefined) byParent.set(parent, [extension]);
      else known.push(extension);
    }
  }
  // Found schemas may be bases themselves: iterating over a set includes elements added during the iteration.
  for (const base of bases) {
    for (const { pointer, location } of byParent.get(base) ?? []) {
      if (bases.has(location)) continue;
      bases.add(location);
      if (schemaAt(reading, location) === undefined)
        resolveSchema(reading, `#${encodePointer(pointer)}`, scope, rootOrigin(source));
    }
  }
}

function namesIn(document: Json): readonly { readonly pointer: string; readonly schema: Json }[] {
  return schemaSections(document).flatMap(({ pointer, schemas }) =>
    Object.entries(schemas).map(([name, schema]) => {
      return { pointer: `${pointer}/${escapeToken(name)}`, schema };
    }),
  );
}

/** Returns the locations of the schemas in the same document that a schema extends. */
function parentsOf(schema: Json, uri: string): readonly string[] {
  const parts = isObject(schema) ? member(schema, 'allOf') : undefined;
  if (!Array.isArray(parts)) return [];
  return (parts as readonly Json[]).flatMap((part) => {
    const text = isObject(part) ? member(part, '$ref') : undefined;
    if (typeof text !== 'string') return [];
    const { uri: file, fragment = '' } = splitFragment(text);
    const isHere = file === '' || resolveUri(file, uri) === uri;
    return isHere ? [`${uri}#${decodeFragment(fragment) ?? ''}`] : [];
  });
}
