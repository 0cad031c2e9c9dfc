import { rootOrigin } from '../../../core/origin.js';
import { escapeToken } from '../../../core/pointer.js';
import type { Json, SchemaId } from '../../schema.js';
import { isObject, member } from '../json.js';
import type { Scope } from './document.js';
import type { SchemaReading } from './reading.js';
import { resolveSchema } from './references.js';
import { schemaAt } from './schema-reader.js';
import { schemaSections } from './schema-sections.js';
import { decodeFragment, resolveUri, splitFragment } from './uri.js';

/**
 * Reads what extends a base beside it, in a file of which only some schemas are referred to: the discriminator of the base chooses among
 * them though nothing else leads there. Answers whether anything was read.
 */
export function readExtensions(reading: SchemaReading): boolean {
  const bases = new Map<Scope, Set<string>>();
  for (const { from: stated, scope } of reading.discriminators) {
    const from = discriminatedBy(reading, stated);
    const schema = reading.table.get(from);
    if (schema?.kind !== 'keywords') continue;
    if (schema.keywords.oneOf !== undefined || schema.keywords.anyOf !== undefined) continue;
    const whole = reading.resources.get(scope.document.uri)?.scope ?? scope;
    const known = bases.get(whole);
    if (known === undefined) bases.set(whole, new Set([from]));
    else known.add(from);
  }
  const before = reading.table.size;
  for (const [scope, found] of bases) readBeside(reading, scope, found);
  return reading.table.size > before;
}

/**
 * The schema that a discriminator is about: the one that it is written in, or the one that this is a part of by `allOf`, since nothing can extend
 * a part.
 */
export function discriminatedBy({ table }: SchemaReading, id: SchemaId): SchemaId {
  const holder = id.replace(/\/allOf\/\d+$/u, '') as SchemaId;
  const [schema, part] = [table.get(holder), table.get(id)];
  if (holder === id || schema?.kind !== 'keywords' || part?.kind !== 'keywords') return id;
  const { allOf = [], discriminator, oneOf, anyOf } = schema.keywords;
  const isFree = discriminator === undefined && oneOf === undefined && anyOf === undefined;
  const isPlain = part.keywords.oneOf === undefined && part.keywords.anyOf === undefined;
  return isFree && isPlain && allOf.includes(id) ? holder : id;
}

/** The schemas that documents name and that have been read. */
export function namedSchemas(reading: SchemaReading): readonly SchemaId[] {
  return [...scopesOf(reading)].flatMap(({ document }) =>
    namesIn(document.value).flatMap(({ pointer }) => {
      return schemaAt(reading, `${document.uri}#${pointer}`) ?? [];
    }),
  );
}

/** The outermost scope of each document. */
export function scopesOf(reading: SchemaReading): ReadonlySet<Scope> {
  const documents = new Set([...reading.resources.values()].map(({ scope }) => scope.document));
  return new Set([...documents].flatMap(({ uri }) => reading.resources.get(uri)?.scope ?? []));
}

/** A pointer as the fragment of a URI (RFC 6901 section 6). */
export function inUri(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/');
}

/** @param found the bases; receives what extends them, and what extends that */
function readBeside(reading: SchemaReading, scope: Scope, found: Set<string>): void {
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
  // What is found is the base of others: a set is walked through to the end while it grows.
  for (const base of found) {
    for (const { pointer, location } of byParent.get(base) ?? []) {
      if (found.has(location)) continue;
      found.add(location);
      if (schemaAt(reading, location) === undefined)
        resolveSchema(reading, `#${inUri(pointer)}`, scope, rootOrigin(source));
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

/** Where the schemas of the same document are that one extends. */
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
