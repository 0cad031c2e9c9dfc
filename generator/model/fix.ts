import type { Origin } from '../core/origin.js';
import type { NameKey } from './api.js';
import type { Json, SchemaId } from './schema.js';

/** The FIX parts of a description: one version of the protocol, its messages and its sessions. */
export interface FixApi {
  /** BeginString (8). */
  readonly beginString: string;
  /** DefaultApplVerID (1137), with `FIXT.1.1`. */
  readonly applVerId?: string;
  /** Fields of the header without 8, 9 and 35, and of the trailer without 10. */
  readonly header: FixRecord;
  readonly trailer: FixRecord;
  /** All messages, including session messages; described ones first, in document order. */
  readonly messages: readonly FixMessage[];
  readonly sessions: readonly FixSession[];
  readonly unknownFields: 'refuse' | 'keepUserDefined' | 'keep';
}

/** One MsgType. */
export interface FixMessage {
  /** Name in programs. */
  readonly name: string;
  /** MsgType (35). */
  readonly msgType: string;
  readonly record: FixRecord;
  /** True for session messages, which the application does not handle. */
  readonly isSession: boolean;
  /** Absent for a standard message that is not described. */
  readonly message?: NameKey;
  /** Description in one sentence. */
  readonly summary?: string;
  /** Field whose value a reply repeats. */
  readonly correlation?: string;
}

/** A set of fields: a message, a component, an entry of a group, or the header. */
export interface FixRecord {
  /** Unique key: the id of its schema, or the name of a standard record. */
  readonly key: string;
  /** Name of its component in the document, if any. */
  readonly name?: string;
  readonly schema?: SchemaId;
  /** `x-fix-component`. */
  readonly component?: string;
  /** Own fields, in document order. */
  readonly fields: readonly FixField[];
  /** Records whose fields are included. */
  readonly parts: readonly FixRecord[];
  /** Names of required fields, own or included. */
  readonly required: readonly string[];
  readonly rules: readonly FixRule[];
}

export type FixField = FixValueField | FixGroup;

/** One field. */
export interface FixValueField {
  readonly kind: 'value';
  readonly name: string;
  readonly tag: number;
  /** FIX data type, in capitals. */
  readonly type: string;
  readonly form: FixForm;
  /** Schema with the documentation of the field; absent in standard records. */
  readonly schema?: SchemaId;
  readonly values?: FixValueSet;
  /** Allowed numbers of fractional digits of a second. */
  readonly precision?: readonly number[];
  /** If true, leading zeros are not allowed. */
  readonly canonical?: true;
  /** Data field whose bytes this field counts. */
  readonly lengthOf?: string;
  readonly bounds?: FixBounds;
}

/** Program representation of a field. */
export type FixForm =
  | 'integer'
  | 'unsigned'
  | 'decimal'
  | 'character'
  | 'boolean'
  | 'text'
  | 'list'
  | 'data'
  | 'timestamp'
  | 'time'
  | 'date'
  | 'local-time'
  | 'month'
  | 'zoned-time'
  | 'zoned-timestamp';

/** Values of an `enum`. */
export interface FixValueSet {
  /** Schema that lists the values. */
  readonly schema: SchemaId;
  readonly name?: string;
  readonly values: readonly (string | number)[];
  /** `x-enum-varnames`, one for each value. */
  readonly names?: readonly string[];
  /** `x-enum-descriptions`, one for each value. */
  readonly descriptions?: readonly (string | undefined)[];
}

/** Constraints of JSON Schema on a value, besides its type. */
export interface FixBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** A repeating group. */
export interface FixGroup {
  readonly kind: 'group';
  readonly name: string;
  /** Tag of the NumInGroup field. */
  readonly tag: number;
  readonly schema: SchemaId;
  /** Name of the field that begins each entry. */
  readonly delimiter: string;
  readonly entry: FixRecord;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** If `when` is absent or true, `demand` must be true. Otherwise the message is rejected with `reason` for the field. */
export interface FixRule {
  readonly when?: FixPredicate;
  readonly demand: FixPredicate;
  /** SessionRejectReason: 1 for a missing field, 5 for a field that must be absent or has a wrong value. */
  readonly reason: 1 | 5;
  readonly field: string;
}

/** A predicate over the fields of one record. */
export type FixPredicate =
  | { readonly kind: 'present'; readonly field: string }
  /** True if the field is absent or has one of the values. */
  | {
      readonly kind: 'value';
      readonly field: string;
      readonly values: readonly (string | number | boolean)[];
    }
  | { readonly kind: 'all' | 'any' | 'one' | 'most-one'; readonly of: readonly FixPredicate[] }
  | { readonly kind: 'not'; readonly of: FixPredicate };

/** A FIX server. */
export interface FixSession {
  /** Name of the server. */
  readonly name: string;
  readonly host: string;
  /** Valid members of `x-fix-session` with defaults, in the form of the runtime's policy. */
  readonly policy: { readonly [name: string]: Json };
  /** Names of the application messages that each side sends. */
  readonly fromClient: readonly string[];
  readonly fromServer: readonly string[];
  readonly requests: readonly FixRequest[];
  readonly origin: Origin;
}

/** An application message with replies. */
export interface FixRequest {
  /** Name of the request message. */
  readonly message: string;
  readonly sentBy: 'client' | 'server';
  readonly replies: readonly string[];
  /** Milliseconds within which the first reply is due (`x-fix-reply-within`). */
  readonly within?: number;
}

/** Returns a record's fields, including those of its parts. Own fields take precedence over fields of parts with the same name. */
export function fieldsOf(record: FixRecord): readonly FixField[] {
  const byName = new Map<string, FixField>();
  const add = ({ fields, parts }: FixRecord): void => {
    for (const field of fields) if (!byName.has(field.name)) byName.set(field.name, field);
    for (const part of parts) add(part);
  };
  add(record);
  return [...byName.values()];
}

/** Returns the names of all required fields, including those of parts. */
export function requiredOf(record: FixRecord): ReadonlySet<string> {
  return new Set([...record.required, ...record.parts.flatMap((part) => [...requiredOf(part)])]);
}

/** Returns the rules of a record and its parts. */
export function rulesOf(record: FixRecord): readonly FixRule[] {
  return [...new Set([...record.rules, ...record.parts.flatMap(rulesOf)])];
}
