import { referenceCycle } from '../diagnostics/references.js';
import { invalidType, unknownMember } from '../../../core/diagnostics/members.js';
import { tooDeep, unresolvedReference } from '../../../core/diagnostics/references.js';
import { looseForm } from '../../../core/diagnostics/values.js';
import type { Reporter } from '../../../core/diagnostic.js';
import { childOrigin, rootOrigin, sourceOf, tokensOf, type Origin } from '../../../core/origin.js';
import { escapeToken, formatPointer, parsePointer } from '../../../core/pointer.js';
import type { Source } from '../../../load/source.js';
import type { Sources } from '../../../load/sources.js';
import type { Example, NameKey, Operation } from '../../api.js';
import type { Int64 } from '../../analysis/big-integer.js';
import type { DialectId, Json } from '../../schema.js';
import type { RateStatements } from '../extensions/rate-limit.js';
import { describeType, isObject, member, referenceAlong, valueAt } from '../json.js';
import type { OpenDocument } from '../schema/document.js';
import type { SchemaFilter } from '../schema/external-schemas.js';
import type { SchemaReading } from '../schema/reading.js';
import { createSchemaReading } from '../schema/schema-reader.js';
import { nearMiss } from '../schema/references.js';
import { type Dialect, dialectOf3_0, dialects } from '../schema/dialects.js';
import { decodeFragment, resolveUri, splitFragment } from '../schema/uri.js';
import {
  type DescriptionDocument,
  type DescriptionVersion,
  asNode,
  mapAt,
  childAt,
  type ObjectNode,
  type ValueNode,
} from './node.js';

/** State of reading one description. */
export interface Reading {
  readonly reporter: Reporter;
  readonly schemas: SchemaReading;
  /** Model nodes by the object that they were read from, so that a shared object is read and reported once. */
  readonly memo: Map<object, unknown>;
  /** Operations read so far, in document order. */
  readonly operations: Operation[];
  /** Ignored header parameters that have been reported, in lower case. */
  readonly ignoredHeaders: Set<string>;
  /** Methods whose ignored request body has been reported. */
  readonly ignoredBodies: Set<string>;
  /** Location of each `operationId`. */
  readonly operationIds: Map<string, Origin>;
  /** Rate limits of each operation. */
  readonly rates: Map<NameKey, RateStatements>;
  /** Examples with their schemas. */
  readonly examples: Example[];
  /** Selects schemas of other files to read although nothing refers to them. If absent, none is selected. */
  readonly isAsked?: SchemaFilter;
  document(source: Source, version: DescriptionVersion, fallback?: Dialect): DescriptionDocument;
  /** Resolves a `$ref` of the description itself. `at` is the origin to report if the reference is not the `$ref` of `from`. */
  resolve(text: string, from: ValueNode, at?: Origin): ValueNode | undefined;
  /** Returns the node of a value whose origin is known. */
  nodeOf(value: Json, origin: Origin): ValueNode;
}

type OpenDescription = (...of: Parameters<OpenDocument>) => DescriptionDocument | undefined;

/** Options of reading, apart from the description. */
export interface ReadingOptions {
  /** Selects schemas of other files to read although nothing refers to them. */
  readonly isAsked?: SchemaFilter;
  /** Representation of 64-bit integers in the user's program. */
  readonly int64?: Int64;
  /** True if a plain `Idempotency-Key` header is an idempotency key. Default: true. */
  readonly idempotency?: boolean;
  /** True if keywords for members and items imply a type. If absent, the dialect of each schema decides. */
  readonly impliedTypes?: boolean;
}

/** Creates the state for reading a description whose entry document has the given version. */
export function createReading(
  sources: Sources,
  reporter: Reporter,
  version: DescriptionVersion,
  { isAsked, ...options }: ReadingOptions = {},
): Reading {
  const documents = new Map<string, DescriptionDocument>();
  const resolved = new Map<string, ValueNode>();
  const open: OpenDescription = (uri, text, origin, dialect, to) => {
    const known = documents.get(uri);
    // A "file:" URL is checked even if the document is known, because a document from the network must not refer to one.
    if (known !== undefined && !/^file:/i.test(text)) return known;
    const source = sources.open(uri, text, origin, to);
    return source === undefined ? undefined : reading.document(source, version, dialect);
  };
  const reading: Reading = {
    reporter,
    schemas: createSchemaReading(reporter, open, options),
    memo: new Map(),
    ignoredHeaders: new Set(),
    ignoredBodies: new Set(),
    operations: [],
    operationIds: new Map(),
    rates: new Map(),
    examples: [],
    ...(isAsked !== undefined && { isAsked }),
    document(source, inherited, fallback) {
      const known = documents.get(source.uri);
      if (known !== undefined) return known;
      const own = versionOf(source);
      const chosen = own ?? inherited;
      const dialect = defaultDialect(source, chosen);
      const plain = {
        uri: source.uri,
        source,
        value: source.value,
        dialect: own === undefined ? (fallback ?? dialect) : dialect,
        numberText: (tokens: readonly string[]) => source.numberText(tokens),
        version: chosen,
      };
      const named = applyDialect(reading, plain);
      const scope = { document: named, resource: source.uri, prefix: 0, dialect: named.dialect };
      const document: DescriptionDocument = Object.assign(named, { scope });
      documents.set(source.uri, document);
      reading.schemas.register(document);
      return document;
    },
    resolve(text, from, at = childOrigin(from.origin, '$ref')) {
      // References have few distinct targets, so the results are cached.
      const key = `${from.document.uri} ${text}`;
      const known = resolved.get(key) ?? resolve(reading, open, text, from, at);
      if (known !== undefined) resolved.set(key, known);
      return known;
    },
    nodeOf(value, origin) {
      const document = documents.get(sourceOf(origin).uri);
      if (document === undefined) throw new Error('a node of the model stands in no document');
      return { value, origin, document, reporter, pointer: formatPointer(tokensOf(origin)) };
    },
  };
  return reading;
}

const dialectIds: { readonly [version in DescriptionVersion]: DialectId } = {
  '3.0': 'openapi-3.0',
  '3.1': 'openapi-3.1',
  '3.2': 'openapi-3.1',
  'asyncapi-2': 'asyncapi',
  'asyncapi-3': 'asyncapi',
};

/** Returns the default dialect of schemas in a document. */
function defaultDialect({ value }: Source, version: DescriptionVersion): Dialect {
  const stated = isObject(value) ? member(value, 'openapi') : undefined;
  if (version === '3.0' && typeof stated === 'string') return dialectOf3_0(stated);
  return dialects[dialectIds[version]];
}

/** Returns the version that a document declares; `undefined` for fragments. */
export function versionOf(source: Source): DescriptionVersion | undefined {
  if (!isObject(source.value)) return undefined;
  const asyncapi = member(source.value, 'asyncapi');
  const major =
    typeof asyncapi === 'string' ? /^([23])\.\d+(?:\.|$)/.exec(asyncapi)?.[1] : undefined;
  if (major !== undefined) return major === '2' ? 'asyncapi-2' : 'asyncapi-3';
  const stated = member(source.value, 'openapi');
  const minor = typeof stated === 'string' ? /^3\.([012])(?:\.|$)/.exec(stated)?.[1] : undefined;
  return minor === undefined ? undefined : (`3.${minor}` as DescriptionVersion);
}

/** Follows `$ref` until the target is not a reference. Reports a missing target or a cycle. */
export function follow(
  reading: Reading,
  valueNode: ValueNode,
  what: string,
): ObjectNode | undefined {
  const visited = new Set<unknown>();
  let at = valueNode;
  for (;;) {
    const node = asNode(at, what);
    const reference = node === undefined ? undefined : member(node.value, '$ref');
    if (node === undefined || reference === undefined) return node;
    if (typeof reference !== 'string') {
      reading.reporter.report(
        invalidType.default({
          what: '"$ref"',
          expected: 'a string',
          actual: describeType(reference),
        }),
        childOrigin(at.origin, '$ref'),
      );
      return undefined;
    }
    if (visited.has(at.value)) {
      reading.reporter.report(
        referenceCycle.default({ text: reference }),
        childOrigin(valueNode.origin, '$ref'),
      );
      return undefined;
    }
    if (visited.size >= MAX_REFERENCES) {
      reportLongChain(reading, childOrigin(valueNode.origin, '$ref'));
      return undefined;
    }
    visited.add(at.value);
    const next = reading.resolve(reference, at);
    if (next === undefined) return undefined;
    at = next;
  }
}

/** Maximum length of a chain of references. */
const MAX_REFERENCES = 100;

const reportedLongChains = new WeakSet<Reading>();

/** Reports an overlong chain of references once for each description, because most references of a chain of thousands exceed the limit. */
function reportLongChain(reading: Reading, origin: Origin): void {
  if (reportedLongChains.has(reading)) return;
  reportedLongChains.add(reading);
  reading.reporter.report(tooDeep.references({ limit: MAX_REFERENCES }), origin, {
    hint: 'refer to the last target directly',
  });
}

/**
 * Returns the entries of a map. Bundlers may replace the whole map by a `$ref`. No version of OpenAPI defines it, but it can only mean the
 * map that it refers to.
 */
export function membersAt(
  reading: Reading,
  node: ObjectNode,
  name: string,
): readonly (readonly [string, ValueNode])[] {
  const valueNode = childAt(node, name);
  if (valueNode === undefined || !isReferenceAlone(valueNode.value)) return mapAt(node, name);
  valueNode.reporter.report(looseForm.reference({ name }), valueNode.origin, {
    part: 'key',
    hint: 'refer to its members one by one',
  });
  const map = follow(reading, valueNode, `"${name}"`);
  return map === undefined
    ? []
    : Object.keys(map.value).map((key) => [key, childAt(map, key) as ValueNode] as const);
}

/** True if a value is a reference, with no other members than extensions. */
function isReferenceAlone(value: Json): boolean {
  if (!isObject(value) || typeof member(value, '$ref') !== 'string') return false;
  return Object.keys(value).every((key) => key === '$ref' || key.startsWith('x-'));
}

/** Reads a node behind references, and caches the result for other references to the same object. */
export function once<T>(
  reading: Reading,
  valueNode: ValueNode,
  what: string,
  read: (node: ObjectNode) => T,
): T | undefined {
  const node = follow(reading, valueNode, what);
  if (node === undefined) return undefined;
  if (reading.memo.has(node.value)) return reading.memo.get(node.value) as T;
  const value = read(node);
  reading.memo.set(node.value, value);
  return value;
}

/** References already followed on the way to this one, and the text of the first for messages. */
interface ReferenceTrail {
  readonly visited: ReadonlySet<string>;
  readonly text: string;
}

function resolve(
  reading: Reading,
  open: OpenDescription,
  text: string,
  from: ValueNode,
  origin: Origin,
  { visited, text: firstText }: ReferenceTrail = { visited: new Set(), text },
): ValueNode | undefined {
  const { uri, fragment = '' } = splitFragment(text);
  const absolute = resolveUri(uri, from.document.uri);
  const decoded = decodeFragment(fragment);
  const tokens = decoded === undefined ? undefined : parsePointer(decoded);
  if (absolute === undefined || tokens === undefined) {
    const reason =
      absolute === undefined ? 'it is not a URI reference' : 'its fragment is not a JSON Pointer';
    reading.reporter.report(unresolvedReference.reason({ text, reason }), origin);
    return undefined;
  }
  const document =
    absolute === from.document.uri && !/^file:/i.test(text)
      ? from.document
      : open(absolute, text, origin, from.document.dialect, reading.reporter);
  if (document === undefined) return undefined;
  const value = valueAt(document.value, tokens);
  if (value === undefined) {
    const next = referenceAlong(document.value, tokens);
    if (next !== undefined) {
      const key = `${document.uri}#${next.pointer}`;
      if (visited.size >= MAX_REFERENCES) {
        reportLongChain(reading, origin);
        return undefined;
      }
      if (!visited.has(key))
        return resolve(reading, open, next.reference, { ...from, document }, origin, {
          visited: new Set([...visited, key]),
          text: firstText,
        });
      reading.reporter.report(referenceCycle.default({ text: firstText }), origin);
      return undefined;
    }
    reading.reporter.report(
      unresolvedReference.default({ text: firstText }),
      origin,
      nearMiss(document.value, tokens),
    );
    return undefined;
  }
  return {
    value,
    document,
    reporter: reading.reporter,
    origin: childOrigin(rootOrigin(document.source), ...tokens),
    pointer: tokens.map((token) => '/' + escapeToken(token)).join(''),
  };
}

/** Applies `jsonSchemaDialect`, the default dialect of schemas that declare none (OpenAPI 3.1.1 section 4.8.24.7). */
function applyDialect<
  T extends { dialect: Dialect; readonly source: Source; readonly version: DescriptionVersion },
>(reading: Reading, document: T): T {
  const { value } = document.source;
  const declared = isObject(value) ? member(value, 'jsonSchemaDialect') : undefined;
  if (declared === undefined) return document;
  const origin = childOrigin(rootOrigin(document.source), 'jsonSchemaDialect');
  if (document.version !== '3.1' && document.version !== '3.2') {
    reading.reporter.report(
      unknownMember.default({
        what: `an OpenAPI ${document.version} document`,
        name: 'jsonSchemaDialect',
      }),
      origin,
      { part: 'key', hint: 'move to OpenAPI 3.1, whose schemas have dialects' },
    );
    return document;
  }
  if (typeof declared !== 'string') {
    reading.reporter.report(
      invalidType.default({
        what: '"jsonSchemaDialect"',
        expected: 'a string',
        actual: describeType(declared),
      }),
      origin,
    );
    return document;
  }
  return { ...document, dialect: reading.schemas.dialect(declared, origin, document.dialect) };
}
