import type { FixDraft, FixFault } from './reject-reason.js';
import type { FixField } from './field.js';

/**
 * A message, a component of messages, or an entry of a group. Purely declarative: derived data is created when a
 * message with the record is first used.
 */
export interface FixRecord<Value = FixValue> {
  /** Fields by name, without those of components. For an entry, in the order of writing. */
  fields(): FixFieldsOf<Value>;
  /**
   * Components whose fields belong to the record as well. Of fields with
   * the same name, the first applies: the record's before a component's.
   */
  readonly parts?: readonly FixRecord[];
  /** Field that begins every entry, if it is not the first of the record's own fields. */
  readonly first?: FixNameOf<Value>;
  /** Required fields, in addition to those that components require. */
  readonly required?: readonly FixNameOf<Value>[];
  /** Checks the combination of fields, which are valid individually. */
  check?(value: FixDraft<Value>): FixFault | undefined;
}

/** A message with its name and its MsgType (35). */
export interface FixMessageRecord<Value = FixValue> extends FixRecord<Value> {
  readonly type: string;
  readonly msgType: string;
}

/** Fields by name, of any type. */
export interface FixValue {
  readonly [name: string]: unknown;
}

/** Names of a message's fields, without the type and unknown fields. */
export type FixNameOf<Value> = Exclude<keyof Value & string, 'type' | 'other'>;

/** A field for each name, with the type of the message's property. */
export type FixFieldsOf<Value> = {
  readonly [Name in FixNameOf<Value>]?: FixField<NonNullable<Value[Name]>>;
};
