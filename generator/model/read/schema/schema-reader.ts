import type { DiagnosticDetails, Reporter } from '../../../core/diagnostic.js';
import type { Origin } from '../../../core/origin.js';
import type { Int64 } from '../../big-integer.js';
import { concernsOf, ofArrays, ofObjects } from '../../concerns.js';
import type { Annotations, Json, Schema, SchemaId } from '../../schema.js';
import { describeType, isObject, member } from '../json.js';
import type { JsonObject } from '../json.js';
import { chooseDialect } from './choose-dialect.js';
import type { OpenDocument, Scope } from './document.js';
import { normalise } from './normalise.js';
import type { SchemaReading } from './reading.js';
import { declareAnchors, enter } from './resources.js';
import { warn, wrongType } from './site.js';
import type { SchemaSite } from './site.js';
import { reportUnknownKeyword } from './unknown-keyword.js';

/** What the reading of schemas depends on beside the documents. */
export interface SchemaReadingOptions {
  /** What integers of 64 bits are in a program; numbers if absent. */
  readonly int64?: Int64;
  /** Whether keywords of members and items imply a type; what the dialect of each schema says if absent. */
  readonly impliedTypes?: boolean;
}

/** An empty table of schemas, and the means to fill it. */
export function createSchemaReading(
  reporter: Reporter,
  open: OpenDocument,
  { int64 = 'number', impliedTypes }: SchemaReadingOptions = {},
): SchemaReading {
  const reading: SchemaReading = {
    reporter,
    open,
    int64,
    impliedTypes,
    table: new Map(),
    resources: new Map(),
    anchors: new Map(),
    moved: new Map(),
    resolved: new Map(),
    blamed: new Set(),
    passing: new Set(),
    references: [],
    discriminators: [],
    nullable: [],
    nullableForms: new Set(),
    untyped: [],
    register(document) {
      const known = reading.resources.get(document.uri);
      if (known !== undefined) return known.scope;
      const scope = { document, resource: document.uri, prefix: 0, dialect: document.dialect };
      reading.resources.set(document.uri, { scope, pointer: '', isSchema: false });
      return scope;
    },
    read: (value, origin, pointer, scope, id) =>
      readSchema(reading, value, origin, pointer, scope, id),
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

/** Shared by all that have none: most schemas. */
const NO_EXTENSIONS: Annotations['extensions'] = Object.freeze({});

function readSchema(
  reading: SchemaReading,
  value: Json,
  origin: Origin,
  pointer: string,
  outer: Scope,
  known: SchemaId | undefined,
): SchemaId {
  if (pointer.length > LONGEST_POINTER) return readTooFar(reading, origin, outer);
  if (!isObject(value)) return readBoolean(reading, value, origin, pointer, outer);
  const isOrdinary = pointer !== '' && speaksForItself(value);
  const scope = isOrdinary ? outer : enter(reading, value, origin, pointer, outer);
  const id = scope === outer && known !== undefined ? known : identify(reading, pointer, scope);
  if (reading.table.has(id)) return id;
  const site: SchemaSite = {
    id,
    reading,
    scope,
    origin,
    pointer,
    value,
    keywords: {},
    annotations: { extensions: NO_EXTENSIONS },
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
  const asserts = scope.dialect.formatAssertion === true;
  reading.table.set(id, asserts ? { ...schema, assertsFormat: true } : schema);
  if (isOrdinary) {
    readKeywords(site, value);
    noteUntyped(site);
    return id;
  }
  declareAnchors(reading, value, site);
  if (typeof member(value, '$ref') === 'string' && !scope.dialect.refSiblings) {
    readBesideReference(site, value);
  } else {
    readKeywords(site, value);
    normalise(site, value);
    noteUntyped(site);
  }
  return id;
}

/** Whether it means a type is seen when everything is there that it is a part of. */
function noteUntyped({ id, reading, scope, keywords, value }: SchemaSite): void {
  if (keywords.type !== undefined || (concernsOf(keywords) & (ofObjects | ofArrays)) === 0) return;
  const implied = reading.impliedTypes ?? scope.dialect.impliesTypes === true;
  const nullable = scope.dialect.keywords.has('nullable') && member(value, 'nullable') === true;
  reading.untyped.push({ id, nullable, implied });
}

/** Whether each keyword says what it says whatever stands beside it and around it, as in nearly every schema. */
function speaksForItself(value: JsonObject): boolean {
  for (const name of Object.keys(value)) if (intertwined.has(name)) return false;
  return true;
}

/** Keywords that name a schema, that replace what is beside them, or that mean something only beside others. */
const intertwined = new Set([
  '$schema',
  '$id',
  'id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$ref',
  'nullable',
  'then',
  'else',
  'minContains',
  'maxContains',
  'additionalItems',
  'exclusiveMinimum',
  'exclusiveMaximum',
]);

/** Characters of a pointer to a schema. V8 tells texts of a little more apart by their length alone, and so finds them slowly. */
const LONGEST_POINTER = 15_000;

/** What stands for every schema whose pointer is too long; reported once. */
function readTooFar(reading: SchemaReading, origin: Origin, scope: Scope): SchemaId {
  const id = `${scope.document.uri}#too-far` as SchemaId;
  if (reading.table.has(id)) return id;
  reading.reporter.error(
    'too-deep',
    origin,
    `the names that lead to this schema have more than ${LONGEST_POINTER} characters together`,
    { hint: 'give a long path or member a shorter name, or move the schema to "components"' },
  );
  reading.table.set(id, { kind: 'boolean', id, value: true, origin });
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
      hintFor(key, value),
    );
  } else if (!allowed) {
    reading.reporter.error('invalid-type', origin, `a schema is ${value} where an object belongs`, {
      hint: 'schemas that are true or false are JSON Schema from draft 6; "{}" accepts everything, "{ not: {} }" nothing',
    });
  }
  reading.table.set(id, { kind: 'boolean', id, value: value !== false, origin });
  return id;
}

/** What may have been meant by a schema that is none. */
function hintFor(key: string | number, value: Json): DiagnosticDetails {
  if (key === '$ref') return { hint: '"$ref" is the name of a member here, and refers to nothing' };
  if (key === 'items' && Array.isArray(value))
    return { hint: '"items" is one schema, of every item: "items: {}" is for items of any kind' };
  return {};
}

function identify(reading: SchemaReading, pointer: string, scope: Scope): SchemaId {
  if (scope.prefix === 0 && scope.resource === scope.document.uri) {
    return `${scope.resource}#${pointer}` as SchemaId;
  }
  const id = `${scope.resource}#${pointer.slice(scope.prefix)}` as SchemaId;
  reading.moved.set(`${scope.document.uri}#${pointer}`, id);
  return id;
}

/** Before 2019-09, and in OpenAPI 3.0, whatever stands beside `$ref` says nothing, but for the tags of FIX. */
function readBesideReference(site: SchemaSite, value: JsonObject): void {
  site.scope.dialect.keywords.get('$ref')?.(site, member(value, '$ref') as Json, '$ref');
  const fix = Object.entries(value).filter(([name]) => name.startsWith(`x-fix-`));
  if (fix.length > 0) site.annotations.extensions = Object.fromEntries(fix);
  const { id, idKeyword } = site.scope.dialect;
  for (const name of Object.keys(value)) {
    if (name === '$ref' || name === idKeyword || name.startsWith('x-')) continue;
    if (HARMLESS_BESIDE_REFERENCE.has(name)) continue;
    const [dialect, later] =
      id === 'openapi-3.0'
        ? ['OpenAPI 3.0', 'OpenAPI 3.1']
        : id === 'asyncapi'
          ? ['AsyncAPI', 'JSON Schema 2020-12 by "schemaFormat"']
          : [`JSON Schema ${id}`, 'JSON Schema 2020-12'];
    warn(site, 'ignored-sibling', [name], `"${name}" beside "$ref" has no meaning in ${dialect}`, {
      part: 'key',
      hint: `put the reference into "allOf", or move to ${later}`,
    });
  }
}

const HARMLESS_BESIDE_REFERENCE = new Set([
  '$schema',
  '$comment',
  'definitions',
  'summary',
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
    else if (typeof keyword !== 'string') wrongType(site, name, 'a string', keyword);
  }
  if (extensions !== undefined) site.annotations.extensions = extensions;
}
