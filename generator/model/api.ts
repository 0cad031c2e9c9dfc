import type { Origin } from '../core/origin.js';
import type { Int64 } from './big-integer.js';
import type { Change } from './changelog.js';
import type { FixApi } from './fix.js';
import type { NamedLimit, RateLimit } from './limits.js';
import type { Channel, Connection, Flow, Message, MessageServer } from './message.js';
import type { Operation } from './operation.js';
import type { StateTable } from './operation-extensions.js';
import type { Annotations, Json, SchemaId, SchemaTable } from './schema.js';
import type { Security, SecurityScheme } from './security.js';

export type * from './operation.js';
export type * from './operation-extensions.js';

/** What a service *is*, free of any protocol's spelling. */
export interface Api {
  /** What it speaks: HTTP, as OpenAPI describes, and messages, as AsyncAPI does. A package may be made of both. */
  readonly speaks: readonly ('http' | 'messages')[];
  readonly origin: Origin;
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
  readonly servers: readonly Server[];
  /** What a deployment sets: `x-variables` first, then the variables of every server's URL. */
  readonly variables: readonly ServerVariable[];
  readonly tags: readonly Tag[];
  readonly security: Security;
  readonly securitySchemes: readonly SecurityScheme[];
  readonly operations: readonly Operation[];
  /** Where messages are exchanged, the channels they travel in, and what they are; empty for OpenAPI. */
  readonly messageServers: readonly MessageServer[];
  readonly connections: readonly Connection[];
  readonly channels: readonly Channel[];
  readonly flows: readonly Flow[];
  readonly messages: readonly Message[];
  /** What is said of FIX, where a server speaks it. */
  readonly fix?: FixApi;
  readonly schemas: SchemaTable;
  /** What is given as an example of bodies, parameters, headers and messages; those of schemas are theirs. */
  readonly examples: readonly Example[];
  /** Schemas that the document names (`components/schemas`), in its order. */
  readonly components: readonly NamedSchema[];
  /**
   * Schemas that other files name, where some are asked for by name; of a selection, those of them that it selects. They may be of
   * no operation.
   */
  readonly elsewhere?: readonly SchemaElsewhere[];
  /** Of a selection: what a person may call the operations (`listPets`, `GET /pets`) and schemas that it leaves out. */
  readonly unselected?: {
    readonly operations: readonly string[];
    readonly schemas: readonly string[];
  };
  /** Every `x-state`, checked. */
  readonly states: readonly StateTable[];
  /** Every bucket that an `x-rate-limit` describes, in document order. */
  readonly rateLimits: readonly RateLimit[];
  /** `x-limits`. */
  readonly limits: readonly NamedLimit[];
  /** `x-changelog`, as it is written. */
  readonly changes: readonly Change[];
  /** Paths of the documents that the description begins with: one, or several that describe one service together. */
  readonly entries: readonly string[];
  /** Paths of every document that was read, the entry first. */
  readonly documents: readonly string[];
  /** What integers of 64 bits are in a program, where the document says so (`x-int64`). */
  readonly int64?: Int64;
  /** What texts of the format `date-time` are in a program, where the document says so (`x-dates`). */
  readonly dates?: 'string' | 'Date';
  /** Every `x-` member of the root, untouched. */
  readonly extensions: { readonly [name: string]: Json };
}

/** `schema:Policy`, `operation:createPolicy`, `operation:GET /pets`; never an index. */
export type NameKey =
  `${'schema' | 'operation' | 'connection' | 'channel' | 'message' | 'flow'}:${string}`;

export interface NamedSchema {
  readonly key: NameKey;
  readonly name: string;
  readonly id: SchemaId;
}

/** A schema of a file that a description refers to. */
export interface SchemaElsewhere {
  /** What its file calls it; a file that is one schema calls it as the file is called. */
  readonly name: string;
  /** Where it is as seen from the entry document: `pets.yaml#/components/schemas/Cat`. */
  readonly place: string;
  /** Absent where nothing refers to it and nobody asked for it, so that it was not read. */
  readonly id?: SchemaId;
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
  /** The tag that it is nested in (OpenAPI 3.2). */
  readonly parent?: string;
  /** What it is for (OpenAPI 3.2): `nav` to find one's way, `badge`, `audience`, or anything else. */
  readonly kind?: string;
  readonly origin: Origin;
}

/** A place where the service is to be had, its URL a template over variables. */
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

/** A value that a description gives as an example, beside the schema of such values. */
export interface Example {
  readonly value: Json;
  readonly schema: SchemaId;
  /** What text may be instead of a value: JSON, or the value as it is written on the wire. */
  readonly text?: 'json' | 'wire';
  readonly origin: Origin;
  /** Where it is referred to, if it stands elsewhere. */
  readonly used?: Origin;
}

/** Documentation that a model node carries, as the doc comment writer wants it. */
export type Documentation = Pick<
  Annotations,
  'title' | 'description' | 'deprecated' | 'default' | 'examples' | 'externalDocs'
>;
