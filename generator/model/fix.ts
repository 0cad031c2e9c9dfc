import type { Origin } from '../core/origin.js';
import type { NameKey } from './api.js';
import type { Json, SchemaId } from './schema.js';

/** What a description says of FIX: one version of the protocol, its messages and its sessions. */
export interface FixApi {
  /** BeginString (8). */
  readonly beginString: string;
  /** DefaultApplVerID (1137), with `FIXT.1.1`. */
  readonly applVerId?: string;
  /** Fields of the header beyond 8, 9 and 35, and of the trailer beyond 10. */
  readonly header: FixRecord;
  readonly trailer: FixRecord;
  /** Every message, those of the session included; the described ones first, in document order. */
  readonly messages: readonly FixMessage[];
  readonly sessions: readonly FixSession[];
  readonly unknownFields: 'refuse' | 'keepUserDefined' | 'keep';
}

/** One MsgType. */
export interface FixMessage {
  /** What programs call it. */
  readonly name: string;
  /** MsgType (35). */
  readonly msgType: string;
  readonly record: FixRecord;
  /** It keeps the session going, and is no business of the application. */
  readonly isSession: boolean;
  /** Absent for a standard message that is not described. */
  readonly message?: NameKey;
  /** What it is, in a sentence. */
  readonly summary?: string;
  /** The field whose value a reply repeats. */
  readonly correlation?: string;
}

/** What has fields: a message, a component, an entry of a group, the header. */
export interface FixRecord {
  /** Told apart by this: the id of its schema, or the name of a standard one. */
  readonly key: string;
  /** The name of its component in the document, if it has one. */
  readonly name?: string;
  readonly schema?: SchemaId;
  /** `x-fix-component`. */
  readonly component?: string;
  /** Its own fields, in document order. */
  readonly fields: readonly FixField[];
  /** Records whose fields it has too. */
  readonly parts: readonly FixRecord[];
  /** Names of fields, its own or its parts', that must be there. */
  readonly required: readonly string[];
  readonly rules: readonly FixRule[];
}

export type FixField = FixValueField | FixGroup;

/** One field. */
export interface FixValueField {
  readonly kind: 'value';
  readonly name: string;
  readonly tag: number;
  /** The FIX data type, in capitals. */
  readonly type: string;
  readonly form: FixForm;
  /** Where it is described, for its prose; absent in standard records. */
  readonly schema?: SchemaId;
  readonly values?: FixValueSet;
  /** Numbers of digits that a fraction of a second may have. */
  readonly precision?: readonly number[];
  /** No zeros in front. */
  readonly canonical?: true;
  /** The data field whose bytes it counts. */
  readonly lengthOf?: string;
  readonly bounds?: FixBounds;
}

/** What a field is in a program. */
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

/** The values of an `enum`. */
export interface FixValueSet {
  /** The schema that lists them. */
  readonly schema: SchemaId;
  readonly name?: string;
  readonly values: readonly (string | number)[];
  /** `x-enum-varnames`, one for each value. */
  readonly names?: readonly string[];
  /** `x-enum-descriptions`, one for each value. */
  readonly descriptions?: readonly (string | undefined)[];
}

/** What JSON Schema demands of a value beside its type. */
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
  /** NumInGroup. */
  readonly tag: number;
  readonly schema: SchemaId;
  /** Name of the field that begins each entry. */
  readonly delimiter: string;
  readonly entry: FixRecord;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Where `when` holds, or always, `demand` must hold; otherwise `reason` says why the field is to blame. */
export interface FixRule {
  readonly when?: FixPredicate;
  readonly demand: FixPredicate;
  /** SessionRejectReason: 1 for what is missing, 5 for what should not be there. */
  readonly reason: 1 | 5;
  readonly field: string;
}

/** Something about the fields of one record. */
export type FixPredicate =
  | { readonly kind: 'present'; readonly field: string }
  /** Absent, or one of the values. */
  | {
      readonly kind: 'value';
      readonly field: string;
      readonly values: readonly (string | number | boolean)[];
    }
  | { readonly kind: 'all' | 'any' | 'one' | 'most-one'; readonly of: readonly FixPredicate[] }
  | { readonly kind: 'not'; readonly of: FixPredicate };

/** One server. */
export interface FixSession {
  /** The name of the server. */
  readonly name: string;
  readonly host: string;
  /** `x-fix-session`, checked, defaults filled in, as the runtime's policy has it. */
  readonly policy: { readonly [name: string]: Json };
  /** Names of the application messages that each side sends. */
  readonly fromClient: readonly string[];
  readonly fromServer: readonly string[];
  readonly requests: readonly FixRequest[];
  readonly origin: Origin;
}

/** An application message that is answered. */
export interface FixRequest {
  /** Name of the message that asks. */
  readonly message: string;
  readonly sentBy: 'client' | 'server';
  readonly replies: readonly string[];
  /** Milliseconds within which the first reply is due (`x-fix-reply-within`). */
  readonly within?: number;
}

/** A record's fields and those of its parts; of one name the first counts, its own before its parts'. */
export function fieldsOf(record: FixRecord): readonly FixField[] {
  const found = new Map<string, FixField>();
  const add = ({ fields, parts }: FixRecord): void => {
    for (const field of fields) if (!found.has(field.name)) found.set(field.name, field);
    for (const part of parts) add(part);
  };
  add(record);
  return [...found.values()];
}

/** Names of everything that must be there, its parts' demands included. */
export function requiredOf(record: FixRecord): ReadonlySet<string> {
  return new Set([...record.required, ...record.parts.flatMap((part) => [...requiredOf(part)])]);
}

/** Its own rules and those of its parts. */
export function rulesOf(record: FixRecord): readonly FixRule[] {
  return [...new Set([...record.rules, ...record.parts.flatMap(rulesOf)])];
}
