import type { Reporter } from '../../../core/diagnostic.js';
import type { Origin } from '../../../core/origin.js';
import type { Int64 } from '../../analysis/big-integer.js';
import type { Json, Schema, SchemaId } from '../../schema.js';
import type { JsonObject } from '../json.js';
import type { Dialect } from './dialects.js';
import type { OpenDocument, SchemaDocument, Scope } from './document.js';

/** A reference to resolve once every schema of its document has been read. */
export interface PendingReference {
  readonly from: SchemaId;
  readonly keyword: '$ref' | '$dynamicRef' | '$recursiveRef';
  readonly text: string;
  readonly scope: Scope;
  readonly origin: Origin;
}

/** A discriminator to resolve once every reference is resolved. */
export interface PendingDiscriminator {
  readonly from: SchemaId;
  readonly value: JsonObject;
  readonly scope: Scope;
  readonly origin: Origin;
}

/** The root of a schema resource, as the target of references. */
export interface Resource {
  readonly scope: Scope;
  /** Pointer of the root within its document. */
  readonly pointer: string;
  /** True if the root has been read as a schema, with all its anchors. */
  readonly isSchema: boolean;
}

/** A schema without `type` that describes members or items. */
export interface UntypedSchema {
  readonly id: SchemaId;
  /** True if the schema declares `nullable: true`, which adds null to the implied type. */
  readonly nullable: boolean;
  /** True if its keywords imply a type. */
  readonly implied: boolean;
}

/** The last reference of a chain, before the tokens of the pointer that leads through the chain. */
export interface ChainEnd {
  readonly scope: Scope;
  readonly base: string;
}

/** State of reading the schemas of one run. */
export interface SchemaReading {
  readonly reporter: Reporter;
  readonly open: OpenDocument;
  /** Representation of 64-bit integers in the user's program. */
  readonly int64: Int64;
  readonly table: Map<SchemaId, Schema>;
  /** Resources by absolute URI. */
  readonly resources: Map<string, Resource>;
  /** Schemas by resource URI, `#` and anchor name. */
  readonly anchors: Map<string, SchemaId>;
  /** Ids of schemas inside resources with an `$id`, by document URI, `#` and pointer. */
  readonly moved: Map<string, SchemaId>;
  /** Resolved references within a resource, by its URI and the reference text. Most are used many times. */
  readonly resolved: Map<string, SchemaId>;
  /** Resources whose `$id` was reported as the cause of a failed reference. */
  readonly reportedIds: Set<string>;
  /** References that the pointer being resolved leads through. A repeated one is a cycle. */
  readonly resolving: Set<string>;
  /** Ends of chains of references, by the location of the first reference and the token that follows it in a pointer. */
  readonly chainEnds: Map<string, ChainEnd>;
  readonly references: PendingReference[];
  readonly discriminators: PendingDiscriminator[];
  /** Composed schemas that allow null unconditionally, to be converted after everything else. */
  readonly nullable: SchemaId[];
  /** Schemas that only refer to another schema and allow null; they are not subtypes. */
  readonly nullableForms: Set<SchemaId>;
  /** Schemas that may imply a type without declaring it (`implyTypes`). */
  readonly untyped: UntypedSchema[];
  /** True if keywords for members and items imply a type. If absent, the dialect of each schema decides. */
  readonly impliedTypes: boolean | undefined;
  /** Registers a document as a target of references. */
  register(document: SchemaDocument): Scope;
  /**
   * Reads a schema and its subschemas. Reading a location twice returns the same id. `id` is the schema's id in the given scope, if the
   * caller knows it.
   */
  read(value: Json, origin: Origin, pointer: string, scope: Scope, id?: SchemaId): SchemaId;
  refer(
    from: SchemaId,
    keyword: PendingReference['keyword'],
    text: string,
    scope: Scope,
    origin: Origin,
  ): void;
  discriminate(from: SchemaId, value: JsonObject, scope: Scope, origin: Origin): void;
  /** Returns the schemas of a map that a reference names. Returns `undefined`, without a report, if the target is not a map of schemas. */
  resolveMap(
    text: string,
    scope: Scope,
    origin: Origin,
  ): readonly (readonly [string, SchemaId])[] | undefined;
  /** Returns the built-in dialect that a URI names. */
  knownDialect(uri: string): Dialect | undefined;
  /** Returns the dialect that a `$schema` names; reports an unknown one and returns `fallback`. */
  dialect(uri: string, origin: Origin, fallback: Dialect): Dialect;
}

/** Returns the id of the schema at a pointer of a document, if it has been read. */
export function schemaAt(reading: SchemaReading, location: string): SchemaId | undefined {
  const moved = reading.moved.get(location);
  if (moved !== undefined) return moved;
  return reading.table.has(location as SchemaId) ? (location as SchemaId) : undefined;
}
