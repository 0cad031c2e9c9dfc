import type { RejectReason } from './reject-reason.js';

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
