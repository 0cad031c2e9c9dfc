import type { Reporter } from '../../../core/diagnostic.js';
import { childOrigin, rootOrigin, sourceOf, tokensOf } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { escapeToken, formatPointer, parsePointer } from '../../../core/pointer.js';
import type { Source } from '../../../load/source.js';
import type { Sources } from '../../../load/sources.js';
import type { Example, NameKey, Operation } from '../../api.js';
import type { Int64 } from '../../big-integer.js';
import type { DialectId, Json } from '../../schema.js';
import type { RateStatements } from '../extensions/rate-limit.js';
import { isObject, member, referenceOnTheWay, valueAt } from '../json.js';
import type { OpenDocument } from '../schema/document.js';
import type { IsAsked } from '../schema/elsewhere.js';
import type { SchemaReading } from '../schema/reading.js';
import { createSchemaReading } from '../schema/schema-reader.js';
import { nearMiss } from '../schema/references.js';
import type { Dialect } from '../schema/dialects.js';
import { dialectOf3_0, dialects } from '../schema/dialects.js';
import { decodeFragment, resolveUri, splitFragment } from '../schema/uri.js';
import type { DescriptionDocument, DescriptionVersion } from './description-document.js';
import { asNode, mapAt, placeAt } from './node.js';
import type { Node, Place } from './node.js';

/** What is known while one description is read. */
export interface Reading {
  readonly reporter: Reporter;
  readonly schemas: SchemaReading;
  /** Model nodes by the object they were read from: what is referred to twice is read and reported once. */
  readonly memo: Map<object, unknown>;
  /** Operations as they are found, in document order. */
  readonly operations: Operation[];
  /** Headers that were said to be no parameters, in lower case. */
  readonly ignoredHeaders: Set<string>;
  /** Methods of which a body was reported that says nothing. */
  readonly ignoredBodies: Set<string>;
  /** Where each `operationId` stands. */
  readonly operationIds: Map<string, Origin>;
  /** What is said about the rate of each operation. */
  readonly rates: Map<NameKey, RateStatements>;
  /** Examples and what they are examples of. */
  readonly examples: Example[];
  /** Which schemas of other files are wanted by name; absent where none is. */
  readonly isAsked?: IsAsked;
  document(source: Source, version: DescriptionVersion, fallback?: Dialect): DescriptionDocument;
  /** The place that a `$ref` of the description itself names; `at` where the reference is no `$ref` of `from`. */
  resolve(text: string, from: Place, at?: Origin): Place | undefined;
  /** The place of a value whose origin is known. */
  placeOf(value: Json, origin: Origin): Place;
}

type OpenDescription = (...of: Parameters<OpenDocument>) => DescriptionDocument | undefined;

/** What a reading depends on beside the description. */
export interface ReadingOptions {
  /** Schemas of other files that are read though nothing refers to them. */
  readonly isAsked?: IsAsked;
  /** What integers of 64 bits are in a program. */
  readonly int64?: Int64;
  /** Whether a plain `Idempotency-Key` header is an idempotency key. Default: yes. */
  readonly idempotency?: boolean;
  /** Whether keywords of members and items imply a type; what the dialect of each schema says if absent. */
  readonly impliedTypes?: boolean;
}

/** Everything that is needed to read a description whose entry is of `version`. */
export function createReading(
  sources: Sources,
  reporter: Reporter,
  version: DescriptionVersion,
  { isAsked, ...options }: ReadingOptions = {},
): Reading {
  const documents = new Map<string, DescriptionDocument>();
  const places = new Map<string, Place>();
  const open: OpenDescription = (uri, text, origin, dialect, to) => {
    const known = documents.get(uri);
    // A "file:" URL is refused wherever it leads, a document that is known among it: it may stand in one of the network.
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
      const dialect = ownDialect(source, chosen);
      const plain = {
        uri: source.uri,
        source,
        value: source.value,
        dialect: own === undefined ? (fallback ?? dialect) : dialect,
        numberText: (tokens: readonly string[]) => source.numberText(tokens),
        version: chosen,
      };
      const named = nameDialect(reading, plain);
      const scope = { document: named, resource: source.uri, prefix: 0, dialect: named.dialect };
      const document: DescriptionDocument = Object.assign(named, { scope });
      documents.set(source.uri, document);
      reading.schemas.register(document);
      return document;
    },
    resolve(text, from, at = childOrigin(from.origin, '$ref')) {
      // Few places are referred to, and those often.
      const key = `${from.document.uri} ${text}`;
      const known = places.get(key) ?? resolve(reading, open, text, from, at);
      if (known !== undefined) places.set(key, known);
      return known;
    },
    placeOf(value, origin) {
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

/** The dialect of the schemas of a document that says no other. */
function ownDialect({ value }: Source, version: DescriptionVersion): Dialect {
  const stated = isObject(value) ? member(value, 'openapi') : undefined;
  if (version === '3.0' && typeof stated === 'string') return dialectOf3_0(stated);
  return dialects[dialectIds[version]];
}

/** The version a document states itself; `undefined` for fragments. */
export function versionOf(source: Source): DescriptionVersion | undefined {
  if (!isObject(source.value)) return undefined;
  const asyncapi = member(source.value, 'asyncapi');
  const major =
    typeof asyncapi === 'string' ? /^([23])\.\d+(?:\.|$)/.exec(asyncapi)?.[1] : undefined;
  if (major !== undefined) return major === '2' ? 'asyncapi-2' : 'asyncapi-3';
  const stated = member(source.value, 'openapi');
  const found = typeof stated === 'string' ? /^3\.([012])(?:\.|$)/.exec(stated)?.[1] : undefined;
  return found === undefined ? undefined : (`3.${found}` as DescriptionVersion);
}

/** Follows `$ref` until something else stands there; reports what does not exist or leads back to itself. */
export function follow(reading: Reading, place: Place, what: string): Node | undefined {
  const passed = new Set<unknown>();
  let at = place;
  for (;;) {
    const node = asNode(at, what);
    const reference = node === undefined ? undefined : member(node.value, '$ref');
    if (node === undefined || reference === undefined) return node;
    if (typeof reference !== 'string') {
      reading.reporter.error('invalid-type', childOrigin(at.origin, '$ref'), '"$ref" is no string');
      return undefined;
    }
    if (passed.has(at.value)) {
      reading.reporter.error(
        'reference-cycle',
        childOrigin(place.origin, '$ref'),
        `"${reference}" leads back to itself`,
      );
      return undefined;
    }
    if (passed.size >= LONGEST_WAY) {
      reportLongWay(reading, childOrigin(place.origin, '$ref'));
      return undefined;
    }
    passed.add(at.value);
    const next = reading.resolve(reference, at);
    if (next === undefined) return undefined;
    at = next;
  }
}

/** References that one may lead through: no description needs that many. */
const LONGEST_WAY = 100;

const toldOfLongWays = new WeakSet<Reading>();

/** Told once for a description: in a row of thousands, most lead too far. */
function reportLongWay(reading: Reading, origin: Origin): void {
  if (toldOfLongWays.has(reading)) return;
  toldOfLongWays.add(reading);
  reading.reporter.error(
    'too-deep',
    origin,
    `this reference leads through more than ${LONGEST_WAY} others`,
    { hint: 'refer to what is meant at the end of them' },
  );
}

/**
 * The members of a map. Bundlers take a `$ref` in its place, which no version of OpenAPI knows and which can only mean the map that
 * stands there.
 */
export function membersAt(
  reading: Reading,
  node: Node,
  name: string,
): readonly (readonly [string, Place])[] {
  const place = placeAt(node, name);
  if (place === undefined || !isReferenceAlone(place.value)) return mapAt(node, name);
  place.reporter.warning(
    'loose-form',
    place.origin,
    `"${name}" is a reference as a whole; it is what stands there`,
    { part: 'key', hint: 'refer to its members one by one' },
  );
  const map = follow(reading, place, `"${name}"`);
  return map === undefined
    ? []
    : Object.keys(map.value).map((key) => [key, placeAt(map, key) as Place] as const);
}

/** Whether a value refers to another, extensions aside. */
function isReferenceAlone(value: Json): boolean {
  if (!isObject(value) || typeof member(value, '$ref') !== 'string') return false;
  return Object.keys(value).every((key) => key === '$ref' || key.startsWith('x-'));
}

/** Reads what stands at a place, behind references, once for all who refer to it. */
export function once<T>(
  reading: Reading,
  place: Place,
  what: string,
  read: (node: Node) => T,
): T | undefined {
  const node = follow(reading, place, what);
  if (node === undefined) return undefined;
  if (reading.memo.has(node.value)) return reading.memo.get(node.value) as T;
  const value = read(node);
  reading.memo.set(node.value, value);
  return value;
}

/** What led to a reference that a pointer leads through: where it has been, and how it is written. */
interface Behind {
  readonly passed: ReadonlySet<string>;
  readonly shown: string;
}

function resolve(
  reading: Reading,
  open: OpenDescription,
  text: string,
  from: Place,
  origin: Origin,
  { passed, shown }: Behind = { passed: new Set(), shown: text },
): Place | undefined {
  const { uri, fragment = '' } = splitFragment(text);
  const absolute = resolveUri(uri, from.document.uri);
  const decoded = decodeFragment(fragment);
  const tokens = decoded === undefined ? undefined : parsePointer(decoded);
  if (absolute === undefined || tokens === undefined) {
    const why =
      absolute === undefined ? 'it is not a URI reference' : 'its fragment is not a JSON Pointer';
    reading.reporter.error('unresolved-reference', origin, `"${text}" does not exist: ${why}`);
    return undefined;
  }
  const document =
    absolute === from.document.uri && !/^file:/i.test(text)
      ? from.document
      : open(absolute, text, origin, from.document.dialect, reading.reporter);
  if (document === undefined) return undefined;
  const value = valueAt(document.value, tokens);
  if (value === undefined) {
    const way = referenceOnTheWay(document.value, tokens);
    if (way !== undefined) {
      const key = `${document.uri}#${way.pointer}`;
      if (passed.size >= LONGEST_WAY) {
        reportLongWay(reading, origin);
        return undefined;
      }
      if (!passed.has(key))
        return resolve(reading, open, way.reference, { ...from, document }, origin, {
          passed: new Set([...passed, key]),
          shown,
        });
      reading.reporter.error('reference-cycle', origin, `"${shown}" leads back to itself`);
      return undefined;
    }
    reading.reporter.error(
      'unresolved-reference',
      origin,
      `"${shown}" does not exist`,
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

/** `jsonSchemaDialect` changes the dialect of every schema that names none (OpenAPI 3.1.1 section 4.8.24.7). */
function nameDialect<
  T extends { dialect: Dialect; readonly source: Source; readonly version: DescriptionVersion },
>(reading: Reading, document: T): T {
  const { value } = document.source;
  const named = isObject(value) ? member(value, 'jsonSchemaDialect') : undefined;
  if (named === undefined) return document;
  const origin = childOrigin(rootOrigin(document.source), 'jsonSchemaDialect');
  if (document.version !== '3.1' && document.version !== '3.2') {
    reading.reporter.warning(
      'unknown-member',
      origin,
      `"jsonSchemaDialect" is not a member of an OpenAPI ${document.version} document`,
      { part: 'key', hint: 'move to OpenAPI 3.1, whose schemas have dialects' },
    );
    return document;
  }
  if (typeof named !== 'string') {
    reading.reporter.error('invalid-type', origin, '"jsonSchemaDialect" is no string');
    return document;
  }
  return { ...document, dialect: reading.schemas.dialect(named, origin, document.dialect) };
}
