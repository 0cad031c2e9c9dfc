/** SessionRejectReason (373) by name. */
export const RejectReason = {
  InvalidTagNumber: 0,
  RequiredTagMissing: 1,
  TagNotDefinedForMsgType: 2,
  UndefinedTag: 3,
  TagWithoutValue: 4,
  ValueIncorrect: 5,
  IncorrectDataFormat: 6,
  DecryptionProblem: 7,
  SignatureProblem: 8,
  CompIdProblem: 9,
  SendingTimeAccuracy: 10,
  InvalidMsgType: 11,
  XmlValidationError: 12,
  TagAppearsTwice: 13,
  TagOutOfOrder: 14,
  GroupFieldsOutOfOrder: 15,
  IncorrectGroupCount: 16,
  NonDataValueWithDelimiter: 17,
  Other: 99,
} as const;

/** A value of SessionRejectReason (373). */
export type RejectReason = (typeof RejectReason)[keyof typeof RejectReason];

/** Text (58) of a Reject for each reason. */
export const rejectTexts: { readonly [Reason in RejectReason]: string } = {
  0: 'Invalid tag number',
  1: 'Required tag missing',
  2: 'Tag not defined for this message type',
  3: 'Undefined tag',
  4: 'Tag specified without a value',
  5: 'Value is incorrect (out of range) for this tag',
  6: 'Incorrect data format for value',
  7: 'Decryption problem',
  8: 'Signature problem',
  9: 'CompID problem',
  10: 'SendingTime accuracy problem',
  11: 'Invalid MsgType',
  12: 'XML validation error',
  13: 'Tag appears more than once',
  14: 'Tag specified out of required order',
  15: 'Repeating group fields out of order',
  16: 'Incorrect NumInGroup count for repeating group',
  17: 'Non-data value includes field delimiter',
  99: 'Other',
};

/** A message that is being decoded: any field may still be missing. */
export type FixDraft<Value> = { -readonly [Name in keyof Value]?: Value[Name] };

/**
 * Receives every fault of a message: the reason, the tag, and the index of the field in its view.
 *
 * For a missing field, the index is that of the first field of its entry, or -1 at the level of the message.
 */
export type FixFaultReport = (reason: RejectReason, tag: number, index: number) => void;

/** Reason and tag of a fault. */
export type FixFault = readonly [reason: RejectReason, tag: number];
