import type { RejectReason } from './reject-reason.js';

/** A message that is being read: whatever it will have may still be missing. */
export type FixDraft<Value> = { -readonly [Name in keyof Value]?: Value[Name] };

/**
 * Told of everything that is wrong with a message: the reason, the tag, and the index of the field in its view. What is missing has the
 * index of the field that begins its entry, or -1 where the message itself lacks it.
 */
export type FixFaultReport = (reason: RejectReason, tag: number, index: number) => void;

/** What is wrong, and with which field. */
export type FixFault = readonly [reason: RejectReason, tag: number];
