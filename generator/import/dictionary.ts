import type { Position } from '../core/origin.js';

/** A FIX dictionary as QuickFIX's XML form tells it: the fields of a version, and what messages are made of. */
export interface Dictionary {
  readonly version: DictionaryVersion;
  readonly header: readonly Member[];
  readonly trailer: readonly Member[];
  readonly messages: readonly DictionaryMessage[];
  /** By name, in the order of the document. */
  readonly components: ReadonlyMap<string, Component>;
  /** By name, in the order of the document. */
  readonly fields: ReadonlyMap<string, DictionaryField>;
}

/** `FIX 5.0 SP2`: of the session (`FIXT`) or of everything (`FIX`). */
export interface DictionaryVersion {
  readonly kind: 'FIX' | 'FIXT';
  readonly major: number;
  readonly minor: number;
  readonly servicePack: number;
}

/** A message and its body. */
export interface DictionaryMessage {
  readonly name: string;
  /** The value of MsgType (35). */
  readonly msgType: string;
  /** Whether it is the session's own, such as Logon. */
  readonly isAdmin: boolean;
  readonly members: readonly Member[];
}

/** Members that stand together in many places. */
export interface Component {
  readonly name: string;
  readonly members: readonly Member[];
}

/** What stands in a message, a component or a group, by the name of its field or component. */
export type Member =
  | { readonly kind: 'field' | 'component'; readonly name: string; readonly required: boolean }
  | GroupMember;

/** A repeating group: `name` is that of the field that counts its entries. */
export interface GroupMember {
  readonly kind: 'group';
  readonly name: string;
  readonly required: boolean;
  readonly members: readonly Member[];
}

/** A field of the version. */
export interface DictionaryField {
  readonly name: string;
  readonly tag: number;
  /** The FIX data type in capitals, such as `UTCTIMESTAMP`. */
  readonly type: string;
  readonly values: readonly FieldValue[];
  /** Whether values that are not listed are good too. */
  readonly isOpen: boolean;
  readonly position: Position;
}

/** One value of a field, and the dictionary's name for it, such as `SELL_SHORT`. */
export interface FieldValue {
  readonly value: string;
  readonly name: string;
}
