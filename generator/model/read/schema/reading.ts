import type { Reporter } from '../../../core/diagnostic.js';
import type { Origin } from '../../../core/origin.js';
import type { Int64 } from '../../big-integer.js';
import type { Json, Schema, SchemaId } from '../../schema.js';
import type { JsonObject } from '../json.js';
import type { Dialect } from './dialects.js';
import type { OpenDocument, SchemaDocument, Scope } from './document.js';

/** A reference that waits until every schema of its document is known. */
export interface PendingReference {
  readonly from: SchemaId;
  readonly keyword: '$ref' | '$dynamicRef' | '$recursiveRef';
  readonly text: string;
  readonly scope: Scope;
  readonly origin: Origin;
}

/** A discriminator that waits until every reference is resolved. */
export interface PendingDiscriminator {
  readonly from: SchemaId;
  readonly value: JsonObject;
  readonly scope: Scope;
  readonly origin: Origin;
}

/** The root of a schema resource, as references find it. */
export interface Resource {
  readonly scope: Scope;
  /** Pointer of its root within its document. */
  readonly pointer: string;
  /** Whether its root has been read as a schema, with all its anchors. */
  readonly isSchema: boolean;
}

/** A schema without `type` that speaks of members or items. */
export interface UntypedSchema {
  readonly id: SchemaId;
  /** Whether it says `nullable: true`, which is to add null to its type. */
  readonly nullable: boolean;
  /** Whether what it speaks of is what its values are. */
  readonly implied: boolean;
}

/** Everything that is known about the schemas of one run. */
export interface SchemaReading {
  readonly reporter: Reporter;
  readonly open: OpenDocument;
  /** What integers of 64 bits are in a program. */
  readonly int64: Int64;
  readonly table: Map<SchemaId, Schema>;
  /** By absolute URI. */
  readonly resources: Map<string, Resource>;
  /** By resource, `#` and name. */
  readonly anchors: Map<string, SchemaId>;
  /** Ids of schemas inside resources with an `$id`, by document URI, `#` and pointer. */
  readonly moved: Map<string, SchemaId>;
  /** Targets of references within a resource, by its URI and the reference: most are used many times. */
  readonly resolved: Map<string, SchemaId>;
  /** Resources whose `$id` was named as the reason of a failed reference. */
  readonly blamed: Set<string>;
  /** References that the pointer being resolved leads through: one that comes again leads back to itself. */
  readonly passing: Set<string>;
  readonly references: PendingReference[];
  readonly discriminators: PendingDiscriminator[];
  /** Schemas put together of others that allow null whatever those say, until everything else is settled. */
  readonly nullable: SchemaId[];
  /** Schemas that say of another one only that it may be null, and so extend nothing. */
  readonly nullableForms: Set<SchemaId>;
  /** Schemas that may mean a type which they do not say (`implyTypes`). */
  readonly untyped: UntypedSchema[];
  /** Whether keywords of members and items imply a type; what the dialect of each schema says if absent. */
  readonly impliedTypes: boolean | undefined;
  /** Makes a document known, so that references find it. */
  register(document: SchemaDocument): Scope;
  /** Reads a schema and all below it. Reading a place twice gives the same id, which is `id` in the given scope where that is known. */
  read(value: Json, origin: Origin, pointer: string, scope: Scope, id?: SchemaId): SchemaId;
  refer(
    from: SchemaId,
    keyword: PendingReference['keyword'],
    text: string,
    scope: Scope,
    origin: Origin,
  ): void;
  discriminate(from: SchemaId, value: JsonObject, scope: Scope, origin: Origin): void;
  /** The dialect a `$schema` names; reports an unknown one and goes on with `fallback`. */
  dialect(uri: string, origin: Origin, fallback: Dialect): Dialect;
}
