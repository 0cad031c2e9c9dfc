import { createReporter } from '../../../core/diagnostic.js';
import type { Reporter } from '../../../core/diagnostic.js';
import { didYouMean } from '../../../core/suggestion.js';
import { childOrigin } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import type { Annotations, Json, Schema, SchemaId } from '../../schema.js';
import { describeType, isObject, member } from '../json.js';
import type { JsonObject } from '../json.js';
import { dialectOf, dialectUris, withVocabularies } from './dialects.js';
import type { Dialect } from './dialects.js';
import type { OpenDocument, Scope } from './document.js';
import { normalise } from './normalise.js';
import type { SchemaReading } from './reading.js';
import { warn, wrongType } from './site.js';
import type { SchemaSite } from './site.js';
import { reportUnknownKeyword } from './unknown-keyword.js';
import { resolveUri, splitFragment } from './uri.js';

/** An empty table of schemas, and the means to fill it. */
export function createSchemaReading(reporter: Reporter, open: OpenDocument): SchemaReading {
  const reading: SchemaReading = {
    reporter,
    open,
    table: new Map(),
    resources: new Map(),
    anchors: new Map(),
    moved: new Map(),
    resolved: new Map(),
    blamed: new Set(),
    references: [],
    discriminators: [],
    register(document) {
      const known = reading.resources.get(document.uri);
      if (known !== undefined) return known.scope;
      const scope = { document, resource: document.uri, prefix: 0, dialect: document.dialect };
      reading.resources.set(document.uri, { scope, pointer: '', isSchema: false });
      return scope;
    },
    read: (value, origin, pointer, scope) => readSchema(reading, value, origin, pointer, scope),
    refer(from, keyword, text, scope, origin) {
      reading.references.push({ from, keyword, text, scope, origin });
    },
    discriminate(from, value, scope, origin) {
      reading.discriminators.push({ from, value, scope, origin });
    },
    dialect: (uri, origin, fallback) => chooseDialect(reading, uri, origin, fallback),
  };
  return reading;
}

/** The id of the schema at a pointer of a document, if it has been read. */
export function schemaAt(reading: SchemaReading, location: string): SchemaId | undefined {
  const moved = reading.moved.get(location);
  if (moved !== undefined) return moved;
  return reading.table.has(location as SchemaId) ? (location as SchemaId) : undefined;
}

function readSchema(
  reading: SchemaReading,
  value: Json,
  origin: Origin,
  pointer: string,
  outer: Scope,
): SchemaId {
  if (!isObject(value)) return readBoolean(reading, value, origin, pointer, outer);
  const scope = enter(reading, value, origin, pointer, outer);
  const id = identify(reading, pointer, scope);
  if (reading.table.has(id)) return id;
  const site: SchemaSite = {
    id,
    reading,
    scope,
    origin,
    pointer,
    value,
    keywords: {},
    annotations: { extensions: {} },
  };
  const schema: Schema = {
    kind: 'keywords',
    id,
    resource: scope.resource,
    dialect: scope.dialect.id,
    keywords: site.keywords,
    annotations: site.annotations as Annotations,
    origin,
  };
  reading.table.set(id, schema);
  declareAnchors(reading, value, site);
  if (typeof member(value, '$ref') === 'string' && !scope.dialect.refSiblings) {
    readBesideReference(site, value);
  } else {
    readKeywords(site, value);
    normalise(site, value);
  }
  return id;
}

function readBoolean(
  reading: SchemaReading,
  value: Json,
  origin: Origin,
  pointer: string,
  scope: Scope,
): SchemaId {
  const id = identify(reading, pointer, scope);
  if (reading.table.has(id)) return id;
  const key = 'key' in origin ? origin.key : '';
  const allowed =
    scope.dialect.booleanSchemas || key === 'additionalProperties' || key === 'additionalItems';
  if (typeof value !== 'boolean') {
    reading.reporter.error(
      'invalid-type',
      origin,
      `a schema is ${describeType(value)} where an object belongs`,
      key === '$ref' ? { hint: '"$ref" is the name of a member here, and refers to nothing' } : {},
    );
  } else if (!allowed) {
    reading.reporter.error('invalid-type', origin, `a schema is ${value} where an object belongs`, {
      hint: 'schemas that are true or false are JSON Schema from draft 6; "{}" accepts everything, "{ not: {} }" nothing',
    });
  }
  reading.table.set(id, { kind: 'boolean', id, value: value !== false, origin });
  return id;
}

function identify(reading: SchemaReading, pointer: string, scope: Scope): SchemaId {
  if (scope.prefix === 0 && scope.resource === scope.document.uri) {
    return `${scope.resource}#${pointer}` as SchemaId;
  }
  const id = `${scope.resource}#${pointer.slice(scope.prefix)}` as SchemaId;
  reading.moved.set(`${scope.document.uri}#${pointer}`, id);
  return id;
}

/** The scope inside a schema: another one where it has an `$id` or, at the root of a resource, a `$schema`. */
function enter(
  reading: SchemaReading,
  value: JsonObject,
  origin: Origin,
  pointer: string,
  outer: Scope,
): Scope {
  const declared = member(value, '$schema');
  const { idKeyword: outerKeyword } = outer.dialect;
  const startsResource =
    pointer === '' ||
    (outerKeyword !== undefined && typeof member(value, outerKeyword) === 'string') ||
    typeof member(value, '$id') === 'string';
  let dialect = outer.dialect;
  if (startsResource && typeof declared === 'string' && outerKeyword !== undefined) {
    dialect = reading.dialect(declared, childOrigin(origin, '$schema'), outer.dialect);
  }
  const scope = dialect === outer.dialect ? outer : { ...outer, dialect };
  const name = dialect.idKeyword === undefined ? undefined : member(value, dialect.idKeyword);
  const ignored = typeof member(value, '$ref') === 'string' && !dialect.refSiblings;
  const own = typeof name === 'string' && !ignored ? name : undefined;
  const uri = own === undefined ? undefined : nameResource(reading, own, origin, scope);
  if (uri === undefined) {
    if (pointer === '') {
      reading.resources.set(outer.document.uri, { scope, pointer, isSchema: true });
    }
    return scope;
  }
  const inner: Scope = { document: outer.document, resource: uri, prefix: pointer.length, dialect };
  if (pointer === '') {
    reading.resources.set(outer.document.uri, { scope: inner, pointer, isSchema: true });
  }
  const known = reading.resources.get(uri);
  const elsewhere =
    known !== undefined &&
    known.isSchema &&
    (known.scope.document !== outer.document || known.pointer !== pointer);
  if (elsewhere) {
    reading.reporter.warning(
      'duplicate-id',
      childOrigin(origin, dialect.idKeyword ?? '$id'),
      `"${uri}" names another schema already`,
      {
        hint: 'references find the first one',
      },
    );
    return scope;
  }
  reading.resources.set(uri, { scope: inner, pointer, isSchema: true });
  return inner;
}

function nameResource(
  reading: SchemaReading,
  name: string,
  origin: Origin,
  scope: Scope,
): string | undefined {
  const { uri, fragment } = splitFragment(name);
  if (uri === '') return undefined;
  if (fragment !== undefined && fragment !== '' && scope.dialect.anchors === 'keyword') {
    reading.reporter.error(
      'invalid-value',
      childOrigin(origin, '$id'),
      `"$id" is "${name}", which has a fragment`,
      {
        hint: 'name the place with "$anchor"',
      },
    );
  }
  const resolved = resolveUri(uri, scope.resource);
  if (resolved === undefined) {
    reading.reporter.error(
      'invalid-value',
      childOrigin(origin, scope.dialect.idKeyword ?? '$id'),
      `"${name}" is not a URI reference`,
    );
  }
  return resolved;
}

function declareAnchors(reading: SchemaReading, value: JsonObject, site: SchemaSite): void {
  const { resource, dialect } = site.scope;
  const declare = (name: string): void => {
    const key = `${resource}#${name}`;
    if (!reading.anchors.has(key)) reading.anchors.set(key, site.id);
  };
  if (dialect.anchors === 'in-id') {
    const name = dialect.idKeyword === undefined ? undefined : member(value, dialect.idKeyword);
    const ignored = typeof member(value, '$ref') === 'string';
    if (typeof name !== 'string' || ignored) return;
    const { fragment } = splitFragment(name);
    if (fragment !== undefined && fragment !== '') declare(fragment);
    return;
  }
  if (dialect.anchors === 'none') return;
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = dialect.keywords.has(keyword) ? member(value, keyword) : undefined;
    if (name === undefined) continue;
    if (typeof name !== 'string') {
      wrongType(site, keyword, 'a string', name);
      continue;
    }
    declare(name);
    if (keyword === '$dynamicAnchor') site.keywords.$dynamicAnchor = name;
  }
  // Draft 2019-09 has one unnamed dynamic anchor; a name that no document can write stands for it.
  const recursive = dialect.keywords.has('$recursiveAnchor') && member(value, '$recursiveAnchor');
  if (recursive === true) site.keywords.$dynamicAnchor = '$recursiveAnchor';
}

/** Before 2019-09, and in OpenAPI 3.0, whatever stands beside `$ref` says nothing. */
function readBesideReference(site: SchemaSite, value: JsonObject): void {
  site.scope.dialect.keywords.get('$ref')?.(site, member(value, '$ref') as Json, '$ref');
  if (!site.scope.dialect.closed) return;
  for (const name of Object.keys(value)) {
    if (name === '$ref' || !site.scope.dialect.keywords.has(name)) continue;
    if (HARMLESS_BESIDE_REFERENCE.has(name)) continue;
    warn(site, 'ignored-sibling', [name], `"${name}" beside "$ref" has no meaning in OpenAPI 3.0`, {
      part: 'key',
      hint: 'put the reference into "allOf", or move to OpenAPI 3.1',
    });
  }
}

const HARMLESS_BESIDE_REFERENCE = new Set([
  'title',
  'description',
  'example',
  'externalDocs',
  'xml',
  'deprecated',
  'readOnly',
  'writeOnly',
  'default',
]);

function readKeywords(site: SchemaSite, value: JsonObject): void {
  const { dialect } = site.scope;
  let extensions: { [name: string]: Json } | undefined;
  for (const name of Object.keys(value)) {
    const keyword = value[name] as Json;
    const read = dialect.keywords.get(name);
    if (read !== undefined) read(site, keyword, name);
    else if (name.startsWith('x-')) (extensions ??= {})[name] = keyword;
    else if (name !== dialect.idKeyword) reportUnknownKeyword(site, name);
  }
  if (extensions !== undefined) site.annotations.extensions = extensions;
}

function chooseDialect(
  reading: SchemaReading,
  uri: string,
  origin: Origin,
  fallback: Dialect,
): Dialect {
  const known = dialectOf(uri);
  if (known !== undefined) return known;
  const described = openMetaSchema(reading, uri, origin, fallback);
  if (described !== undefined) return described;
  reading.reporter.warning(
    'unknown-dialect',
    origin,
    `"${uri}" is not a known dialect of JSON Schema`,
    {
      ...didYouMean(uri, dialectUris),
    },
  );
  return fallback;
}

/** A meta-schema that lists the vocabularies of a dialect (JSON Schema 2020-12 core section 8.1.2). */
function openMetaSchema(
  reading: SchemaReading,
  uri: string,
  origin: Origin,
  fallback: Dialect,
): Dialect | undefined {
  const { uri: plain } = splitFragment(uri);
  const document = reading.resources.get(plain)?.scope.document;
  const value =
    document?.value ?? reading.open(plain, uri, origin, fallback, createReporter())?.value;
  if (!isObject(value)) return undefined;
  const own = member(value, '$schema');
  const base = typeof own === 'string' ? dialectOf(own) : undefined;
  if (base === undefined) return undefined;
  const listed = member(value, '$vocabulary');
  return isObject(listed) ? withVocabularies(base, Object.keys(listed)) : base;
}
