import type { Position } from '../core/origin.js';

/** The content of a FIX dictionary in the XML format of QuickFIX: the fields and messages of a version. */
export interface Dictionary {
  readonly version: DictionaryVersion;
  readonly header: readonly Member[];
  readonly trailer: readonly Member[];
  readonly messages: readonly DictionaryMessage[];
  /** Components by name, in document order. */
  readonly components: ReadonlyMap<string, Component>;
  /** Fields by name, in document order. */
  readonly fields: ReadonlyMap<string, DictionaryField>;
}

/** Version such as `FIX 5.0 SP2`. `FIXT` is a transport; `FIX` is an application, or both in one. */
export interface DictionaryVersion {
  readonly kind: 'FIX' | 'FIXT';
  readonly major: number;
  readonly minor: number;
  readonly servicePack: number;
}

/** A message with the members of its body. */
export interface DictionaryMessage {
  readonly name: string;
  /** Value of MsgType (35). */
  readonly msgType: string;
  /** True for session messages, such as Logon. */
  readonly isAdmin: boolean;
  readonly members: readonly Member[];
}

/** A reusable list of members. */
export interface Component {
  readonly name: string;
  readonly members: readonly Member[];
}

/** A member of a message, a component or a group. `name` refers to a field or a component. */
export type Member =
  | { readonly kind: 'field' | 'component'; readonly name: string; readonly required: boolean }
  | GroupMember;

/** A repeating group. `name` refers to the field with the number of entries (NumInGroup). */
export interface GroupMember {
  readonly kind: 'group';
  readonly name: string;
  readonly required: boolean;
  readonly members: readonly Member[];
}

/** A field definition. */
export interface DictionaryField {
  readonly name: string;
  readonly tag: number;
  /** FIX data type in upper case, such as `UTCTIMESTAMP`. */
  readonly type: string;
  readonly values: readonly FieldValue[];
  /** True if values that are not listed are valid as well. */
  readonly isOpen: boolean;
  readonly position: Position;
}

/** A value of a field, with its name in the dictionary, such as `SELL_SHORT`. */
export interface FieldValue {
  readonly value: string;
  readonly name: string;
}
