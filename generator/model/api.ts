import type { Prose } from '../core/prose.js';
import type { Origin } from '../core/origin.js';
import type { Int64 } from './analysis/big-integer.js';
import type { Change, ReleaseNote } from './changelog.js';
import type { FeedEvent } from './feed.js';
import type { FixApi } from './fix.js';
import type { NamedLimit, RateLimit } from './limits.js';
import type { Channel, Connection, Flow, Message, MessageServer } from './message.js';
import type { Operation } from './operation.js';
import type { StateTable } from './operation-extensions.js';
import type { Annotations, Json, SchemaId, SchemaTable } from './schema.js';
import type { Security, SecurityScheme } from './security.js';

export type * from './operation.js';
export type * from './operation-extensions.js';

/** Model of a service, independent of the protocol and the version of its description. */
export interface Api {
  /** Kinds of communication: HTTP (OpenAPI) and messages (AsyncAPI). A merged package may have both. */
  readonly speaks: readonly ('http' | 'messages')[];
  readonly origin: Origin;
  readonly title: string;
  readonly version: string;
  readonly summary?: Prose;
  readonly description?: Prose;
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
  readonly servers: readonly Server[];
  /** Deployment variables: `x-variables` first, then the variables of every server's URL. */
  readonly variables: readonly ServerVariable[];
  readonly tags: readonly Tag[];
  readonly security: Security;
  readonly securitySchemes: readonly SecurityScheme[];
  readonly operations: readonly Operation[];
  /** Servers of messages; empty for OpenAPI, as are the connections, channels, flows and messages. */
  readonly messageServers: readonly MessageServer[];
  readonly connections: readonly Connection[];
  readonly channels: readonly Channel[];
  readonly flows: readonly Flow[];
  readonly messages: readonly Message[];
  /** `x-events`; absent without any. */
  readonly events?: readonly FeedEvent[];
  /** FIX messages and sessions; absent without a FIX server. */
  readonly fix?: FixApi;
  readonly schemas: SchemaTable;
  /** Examples of bodies, parameters, headers and messages. Examples of schemas are stored in the schemas. */
  readonly examples: readonly Example[];
  /** Named schemas of the document (`components/schemas`), in document order. */
  readonly components: readonly NamedSchema[];
  /** Named schemas of other files, if a filter selects any; of a selection, only the selected ones. Operations need not use them. */
  readonly elsewhere?: readonly SchemaElsewhere[];
  /** Operations (`listPets`, `GET /pets`) and schemas that a selection leaves out, by the names that users may refer to. */
  readonly unselected?: {
    readonly operations: readonly string[];
    readonly schemas: readonly string[];
  };
  /** Every valid `x-state`. */
  readonly states: readonly StateTable[];
  /** Every bucket of an `x-rate-limit`, in document order. */
  readonly rateLimits: readonly RateLimit[];
  /** `x-limits`. */
  readonly limits: readonly NamedLimit[];
  /** Entries of `x-changelog` that have a date, in document order. */
  readonly changes: readonly Change[];
  /** Sentences of every `x-changelog`, in document order. */
  readonly notes?: readonly ReleaseNote[];
  /** Paths of the entry documents: one, or several that describe one service together. */
  readonly entries: readonly string[];
  /** Paths of all documents that were read, entry documents first. */
  readonly documents: readonly string[];
  /** Program representation of 64-bit integers, if the document declares it (`x-int64`). */
  readonly int64?: Int64;
  /** Program representation of `date-time` strings, if the document declares it (`x-dates`). */
  readonly dates?: 'string' | 'Date';
  /** All `x-` members of the root, unchanged. */
  readonly extensions: { readonly [name: string]: Json };
}

/** Key of a name target: `schema:Policy`, `operation:createPolicy`, `operation:GET /pets`. It never contains an index. */
export type NameKey =
  `${'schema' | 'operation' | 'connection' | 'channel' | 'message' | 'flow'}:${string}`;

export interface NamedSchema {
  readonly key: NameKey;
  readonly name: string;
  readonly id: SchemaId;
}

/** A named schema of a file that a description refers to. */
export interface SchemaElsewhere {
  /** Its name in the file; for a file that is a single schema, the name of the file. */
  readonly name: string;
  /** Location relative to the entry document: `pets.yaml#/components/schemas/Cat`. */
  readonly place: string;
  /** Absent if the schema was not read, because nothing refers to it or selects it. */
  readonly id?: SchemaId;
}

export interface Tag {
  readonly name: string;
  readonly description?: Prose;
  /** Parent tag (OpenAPI 3.2). */
  readonly parent?: string;
  /** Purpose of the tag (OpenAPI 3.2): `nav` for navigation, `badge`, `audience`, or any other word. */
  readonly kind?: string;
  readonly origin: Origin;
}

/** A server of the service; its URL is a template with variables. */
export interface Server {
  readonly url: string;
  readonly description?: string;
  readonly variables: readonly ServerVariable[];
  readonly origin: Origin;
}

export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** An example value, with the schema of such values. */
export interface Example {
  readonly value: Json;
  readonly schema: SchemaId;
  /** Encoding of an example that is text instead of a value: JSON, or the wire form. */
  readonly text?: 'json' | 'wire';
  readonly origin: Origin;
  /** Origin of the reference to the example, if it is defined elsewhere. */
  readonly used?: Origin;
}

/** Documentation of a model node, as input for doc comments. */
export type Documentation = Pick<
  Annotations,
  'title' | 'description' | 'deprecated' | 'default' | 'examples' | 'externalDocs'
>;
