import type { RejectReason } from './reject-reason.js';

/** A message that is being read: whatever it will have may still be missing. */
export type FixDraft<Value> = { -readonly [Name in keyof Value]?: Value[Name] };

/** What is wrong, and with which field. */
export type FixFault = readonly [reason: RejectReason, tag: number];
