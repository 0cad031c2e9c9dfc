import type { FixDraft, FixFault } from './fault.js';
import type { FixField } from './field.js';

/**
 * What has fields: a message, a component of messages, an entry of a group. It says what there is; nothing is made of it before the first
 * message that has it comes or goes.
 */
export interface FixRecord<Value = FixValue> {
  /** Its own fields by the names that programs have for them, in the order in which those of an entry are written. */
  fields(): FixFieldsOf<Value>;
  /** Components whose fields it has too. Of two fields of one name the first counts, its own before theirs. */
  readonly parts?: readonly FixRecord[];
  /** The field that begins every entry, where that is not the first of its own. */
  readonly first?: FixNameOf<Value>;
  /** Which of its fields must be there, beside those that its components demand. */
  readonly required?: readonly FixNameOf<Value>[];
  /** What is wrong between its fields, each of which is in order by itself. */
  check?(value: FixDraft<Value>): FixFault | undefined;
}

/** A message, by its word and by its MsgType (35). */
export interface FixMessageRecord<Value = FixValue> extends FixRecord<Value> {
  readonly type: string;
  readonly msgType: string;
}

/** Fields by name, of whatever type. */
export interface FixValue {
  readonly [name: string]: unknown;
}

/** Names of the fields of a message: not the word for its type, nor what is kept beside its fields. */
export type FixNameOf<Value> = Exclude<keyof Value & string, 'type' | 'other'>;

/** A field for each name, of the type that the message has it in. */
export type FixFieldsOf<Value> = {
  readonly [Name in FixNameOf<Value>]?: FixField<NonNullable<Value[Name]>>;
};
