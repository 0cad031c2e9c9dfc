import { ignoredSibling } from '../diagnostics/references.js';
import { tooDeep } from '../../../core/diagnostics/references.js';
import { invalidType } from '../../../core/diagnostics/members.js';
import type { DiagnosticDetails, Reporter } from '../../../core/diagnostic.js';
import type { Origin } from '../../../core/origin.js';
import type { Int64 } from '../../analysis/big-integer.js';
import { keywordGroupsOf, ofArrays, ofObjects } from '../../analysis/keyword-groups.js';
import type { Annotations, Json, Schema, SchemaId } from '../../schema.js';
import { describeType, isObject, member } from '../json.js';
import type { JsonObject } from '../json.js';
import { chooseDialect } from './choose-dialect.js';
import { dialectOf } from './dialects.js';
import type { OpenDocument, Scope } from './document.js';
import { normalise } from './normalise.js';
import type { SchemaReading } from './reading.js';
import { resolveMap } from './references.js';
import { declareAnchors, enter } from './resources.js';
import { report, wrongType } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';
import { reportUnknownKeyword } from './unknown-keyword.js';

/** Options of reading schemas, apart from the documents. */
export interface SchemaReadingOptions {
  /** Representation of 64-bit integers in the user's program; numbers if absent. */
  readonly int64?: Int64;
  /** True if keywords for members and items imply a type. If absent, the dialect of each schema decides. */
  readonly impliedTypes?: boolean;
}

/** Creates an empty schema table with the functions that fill it. */
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
    reportedIds: new Set(),
    resolving: new Set(),
    chainEnds: new Map(),
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
    resolveMap: (text, scope, origin) => resolveMap(reading, text, scope, origin),
    knownDialect: dialectOf,
    dialect: (uri, origin, fallback) => chooseDialect(reading, uri, origin, fallback),
  };
  return reading;
}

/** Shared empty object, because most schemas have no extensions. */
const NO_EXTENSIONS: Annotations['extensions'] = Object.freeze({});

function readSchema(
  reading: SchemaReading,
  value: Json,
  origin: Origin,
  pointer: string,
  outer: Scope,
  known: SchemaId | undefined,
): SchemaId {
  if (pointer.length > MAX_POINTER_LENGTH) return rejectLongPointer(reading, origin, outer);
  if (!isObject(value)) return readBoolean(reading, value, origin, pointer, outer);
  const isOrdinary = pointer !== '' && hasIndependentKeywords(value);
  const scope = isOrdinary ? outer : enter(reading, value, origin, pointer, outer);
  const id = scope === outer && known !== undefined ? known : identify(reading, pointer, scope);
  if (reading.table.has(id)) return id;
  const builder: SchemaBuilder = {
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
    keywords: builder.keywords,
    annotations: builder.annotations as Annotations,
    origin,
  };
  const asserts = scope.dialect.formatAssertion === true;
  reading.table.set(id, asserts ? { ...schema, assertsFormat: true } : schema);
  if (isOrdinary) {
    readKeywords(builder, value);
    recordUntyped(builder);
    return id;
  }
  declareAnchors(reading, value, builder);
  if (typeof member(value, '$ref') === 'string' && !scope.dialect.refSiblings) {
    readBesideReference(builder, value);
  } else {
    readKeywords(builder, value);
    normalise(builder, value);
    recordUntyped(builder);
  }
  return id;
}

/** Records a schema without `type`. Implied types are determined later, when the containing schemas are complete. */
function recordUntyped({ id, reading, scope, keywords, value }: SchemaBuilder): void {
  if (keywords.type !== undefined || (keywordGroupsOf(keywords) & (ofObjects | ofArrays)) === 0)
    return;
  const implied = reading.impliedTypes ?? scope.dialect.impliesTypes === true;
  const nullable = scope.dialect.keywords.has('nullable') && member(value, 'nullable') === true;
  reading.untyped.push({ id, nullable, implied });
}

/** True if no keyword depends on other keywords or on enclosing schemas. This holds for nearly every schema. */
function hasIndependentKeywords(value: JsonObject): boolean {
  for (const name of Object.keys(value)) if (DEPENDENT_KEYWORDS.has(name)) return false;
  return true;
}

/** Keywords that identify a schema, replace adjacent keywords, or depend on other keywords. */
const DEPENDENT_KEYWORDS = new Set([
  '$schema',
  '$id',
  'id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$ref',
  'nullable',
  // A part may be `nullable: true` alone.
  'allOf',
  'then',
  'else',
  'minContains',
  'maxContains',
  'additionalItems',
  'exclusiveMinimum',
  'exclusiveMaximum',
]);

/** Maximum number of characters in a pointer to a schema. V8 hashes longer strings by their length alone, so lookups become slow. */
const MAX_POINTER_LENGTH = 15_000;

/** Replaces every schema whose pointer is too long; reported once. */
function rejectLongPointer(reading: SchemaReading, origin: Origin, scope: Scope): SchemaId {
  const id = `${scope.document.uri}#too-far` as SchemaId;
  if (reading.table.has(id)) return id;
  reading.reporter.report(tooDeep.pointer({ limit: MAX_POINTER_LENGTH }), origin, {
    hint: 'shorten a long path or name, or move the schema to "components"',
  });
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
    reading.reporter.report(
      invalidType.default({ what: 'a schema', expected: 'an object', actual: describeType(value) }),
      origin,
      hintFor(key, value),
    );
  } else if (!allowed) {
    reading.reporter.report(
      invalidType.default({ what: 'a schema', expected: 'an object', actual: String(value) }),
      origin,
      {
        hint: 'schemas that are true or false need JSON Schema draft 6 or later; write "{}" to accept everything, or "{ not: {} }" for nothing',
      },
    );
  }
  reading.table.set(id, { kind: 'boolean', id, value: value !== false, origin });
  return id;
}

/** Returns a hint for a value that is not a schema. */
function hintFor(key: string | number, value: Json): DiagnosticDetails {
  if (key === '$ref') return { hint: '"$ref" is the name of a property here, and not a reference' };
  if (key === 'items' && Array.isArray(value))
    return { hint: '"items" is the schema of every item: write "items: {}" for items of any kind' };
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

/** Reads a schema with `$ref`. Before 2019-09, and in OpenAPI 3.0, keywords beside `$ref` are ignored, except extensions that describe the property. */
function readBesideReference(builder: SchemaBuilder, value: JsonObject): void {
  builder.scope.dialect.keywords
    .get('$ref')
    ?.read?.(builder, member(value, '$ref') as Json, '$ref');
  const extensions = Object.entries(value).filter(
    ([name]) => name.startsWith(`x-fix-`) || name === 'x-owner-only',
  );
  if (extensions.length > 0) builder.annotations.extensions = Object.fromEntries(extensions);
  const { id, idKeyword } = builder.scope.dialect;
  for (const name of Object.keys(value)) {
    if (name === '$ref' || name === idKeyword || name.startsWith('x-')) continue;
    if (HARMLESS_BESIDE_REFERENCE.has(name)) continue;
    const [dialect, later] =
      id === 'openapi-3.0'
        ? ['OpenAPI 3.0', 'OpenAPI 3.1']
        : id === 'asyncapi'
          ? ['AsyncAPI', 'JSON Schema 2020-12 by "schemaFormat"']
          : [`JSON Schema ${id}`, 'JSON Schema 2020-12'];
    report(builder, ignoredSibling.default({ name, specification: dialect ?? '' }), [name], {
      part: 'key',
      hint: `move the reference into "allOf", or use ${later}`,
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

function readKeywords(builder: SchemaBuilder, value: JsonObject): void {
  const { dialect } = builder.scope;
  let extensions: { [name: string]: Json } | undefined;
  for (const name of Object.keys(value)) {
    const keyword = value[name] as Json;
    const defined = dialect.keywords.get(name);
    if (defined !== undefined) defined.read?.(builder, keyword, name);
    else if (name.startsWith('x-')) (extensions ??= {})[name] = keyword;
    else if (name !== dialect.idKeyword) reportUnknownKeyword(builder, name);
    else if (typeof keyword !== 'string') wrongType(builder, name, 'a string', keyword);
  }
  if (extensions !== undefined) builder.annotations.extensions = extensions;
}
