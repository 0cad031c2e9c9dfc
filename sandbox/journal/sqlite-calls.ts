import type { Damage } from './damage.js';
import type { JournalErrorCode } from './error.js';
import type { StoredEntry, StoredSnapshot } from './journal.js';

/** Owner, value and expiry of a single-use value. */
export type RememberedRow = readonly [owner: string, value: string, until: number];

/** What the worker of the SQLite journal does. */
export interface WorkerCalls {
  readonly open: {
    readonly data: { readonly path: string };
    readonly result: { readonly remembered: readonly RememberedRow[] };
  };
  readonly append: {
    readonly data: {
      readonly entries: readonly StoredEntry[];
      readonly remembered: readonly RememberedRow[];
      readonly now: number;
    };
    readonly result: void;
  };
  readonly read: {
    readonly data: { readonly from: number; readonly limit: number };
    readonly result: readonly StoredEntry[];
  };
  readonly findDamage: {
    readonly data: { readonly from: number; readonly to: number };
    readonly result: Damage | undefined;
  };
  readonly markDamaged: {
    readonly data: { readonly number: number | undefined };
    readonly result: void;
  };
  readonly damagedEntry: { readonly data: object; readonly result: number | undefined };
  readonly saveSnapshot: { readonly data: StoredSnapshot; readonly result: void };
  readonly newestSnapshot: {
    readonly data: { readonly before: number };
    readonly result: StoredSnapshot | undefined;
  };
  readonly backUp: { readonly data: { readonly path: string }; readonly result: void };
  readonly close: { readonly data: object; readonly result: void };
}

/** A call, as the worker receives it. */
export interface WorkerCall {
  readonly name: keyof WorkerCalls;
  readonly data: unknown;
}

/** Reply to a call. */
export type WorkerReply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: JournalErrorCode; readonly message: string } };
