import type { ChangeRule } from '../change.js';

/** The version of FIX. */
export const fixVersionRule: ChangeRule = {
  id: 'fix-version-changed',
  when: 'BeginString (8) or DefaultApplVerID (1137) changed.',
  advice:
    'Both sides break: a session is refused if the two sides name different versions. Offer the new version as another session first.',
};

/** A rule of a session. */
export const fixSessionRule: ChangeRule = {
  id: 'fix-session-changed',
  when: 'A member of `x-fix-session` changed, such as `heartBtInt` or `tls`.',
  advice:
    'Another CompID breaks both sides. A refusal of what was accepted breaks the initiator: `resetSeqNumFlag`, `msgSeqNum` and `checksum`. Other members are risky for both sides, and mere texts are compatible.',
};

/** The time within which a reply is due. */
export const fixReplyRule: ChangeRule = {
  id: 'fix-reply-changed',
  when: 'The time within which a reply is due changed (`x-fix-reply-within`).',
  advice:
    'A longer time is risky for the side that waits for the reply, a shorter one for the side that sends it.',
};

/** The type of a message. */
export const fixMsgTypeRule: ChangeRule = {
  id: 'fix-msg-type-changed',
  when: 'The MsgType (35) of a message changed.',
  advice: 'Both sides break: each takes the message for another one, or refuses it.',
};

/** A field that only the new description has. */
export const fixFieldAdded: ChangeRule = {
  id: 'fix-field-added',
  when: 'A field or a group was added to a message, to an entry of a group, to the header or to the trailer.',
  advice:
    'A required field breaks the side that sends the message without it. An optional one is compatible for that side. It is risky for the side that receives the message, which refuses fields that it does not know unless `unknownFields` lets it keep them.',
};

/** A field that only the old description has. */
export const fixFieldRemoved: ChangeRule = {
  id: 'fix-field-removed',
  when: 'A field or a group was removed from a message, from an entry of a group, from the header or from the trailer.',
  advice:
    'It breaks the side that sends the field if the other side refuses unknown fields, and is risky otherwise. The side that receives the message breaks if the field was required. If not, it is risky, because the field never arrives again.',
};

/** A field that must be sent now. */
export const fixFieldRequired: ChangeRule = {
  id: 'fix-field-required',
  when: 'A field or a group that was optional is required now.',
  advice: 'It breaks the side that sends the message without it.',
};

/** A field that may be absent now. */
export const fixFieldOptional: ChangeRule = {
  id: 'fix-field-optional',
  when: 'A field or a group that was required is optional now.',
  advice: 'It breaks the side that receives the message and relies on the field.',
};

/** The name of a field. */
export const fixFieldName: ChangeRule = {
  id: 'fix-field-renamed',
  when: 'A tag has another name in the same message.',
  advice:
    'The message stays the same, but the members of the generated types get another name, so that programs no longer compile until they are changed.',
};

/** The tag of a field. */
export const fixTagRule: ChangeRule = {
  id: 'fix-tag-changed',
  when: 'A field or a group has another tag.',
  advice:
    'Both sides break: each looks for the other tag. Add another field, and keep the old one.',
};

/** The data type of a field. */
export const fixTypeRule: ChangeRule = {
  id: 'fix-type-changed',
  when: 'The data type of a field changed.',
  advice:
    'A type that allows more, such as STRING instead of CHAR, breaks the side that receives the field, and one that allows less the side that sends it. Other types break both sides. Types with the same form, such as PRICE and QTY, are compatible.',
};

/** How a value is written. */
export const fixFormatRule: ChangeRule = {
  id: 'fix-format-changed',
  when: 'The fractional digits of a time (`x-fix-precision`), the form of numbers (`x-fix-canonical-number`) or the length field of data (`x-fix-length-of`) changed.',
  advice:
    'A form that is no longer allowed breaks the side that sends it, and a new one the side that receives it. Another length field breaks both sides.',
};

/** The structure of a group. */
export const fixGroupRule: ChangeRule = {
  id: 'fix-group-changed',
  when: 'A field became a group, a group became a field, or the field that begins the entries of a group changed (`x-fix-delimiter`).',
  advice: 'Both sides break, because they separate the entries of the group at different fields.',
};

/** How many entries a group may have. */
export const fixGroupSize: ChangeRule = {
  id: 'fix-group-size',
  when: 'The least or the greatest number of entries of a group changed.',
  advice:
    'A narrower range breaks the side that sends the group, and a wider one the side that receives it.',
};

/** Conditions on the fields of a message. */
export const fixConditionRule: ChangeRule = {
  id: 'fix-condition-changed',
  when: 'A condition on the fields of a message, a component or an entry of a group changed, such as `x-fix-required-if`.',
  advice:
    'A new condition breaks the side that sends the message, and one that is gone the side that relies on it. If one is replaced by another, nobody can tell which messages satisfy both.',
};

/** Kinds of changes of FIX messages and sessions. */
export const fixRules: readonly ChangeRule[] = [
  fixVersionRule,
  fixSessionRule,
  fixReplyRule,
  fixMsgTypeRule,
  fixFieldAdded,
  fixFieldRemoved,
  fixFieldRequired,
  fixFieldOptional,
  fixFieldName,
  fixTagRule,
  fixTypeRule,
  fixFormatRule,
  fixGroupRule,
  fixGroupSize,
  fixConditionRule,
];
