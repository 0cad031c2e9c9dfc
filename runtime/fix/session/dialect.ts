/** What the versions of the protocol do differently in a session. */
export interface FixDialect {
  /** EndSeqNo (16) that means all messages there are. */
  readonly infinity: number;
  /** Whether Reject (3) says RefTagID, RefMsgType and SessionRejectReason, and BusinessMessageReject exists. */
  readonly hasReasons: boolean;
  /** The highest SessionRejectReason (373) that the version knows; 99 (Other) aside. */
  readonly highestReason: number;
  /** Whether Logon has ResetSeqNumFlag (141). */
  readonly hasReset: boolean;
}

/** Versions that differ from the ones after them. */
const older: Readonly<Record<string, FixDialect>> = {
  'FIX.4.0': { infinity: 999_999, hasReasons: false, highestReason: -1, hasReset: false },
  'FIX.4.1': { infinity: 999_999, hasReasons: false, highestReason: -1, hasReset: true },
  'FIX.4.2': { infinity: 0, hasReasons: true, highestReason: 11, hasReset: true },
};

/** The dialect of a BeginString (8). */
export function dialectOf(beginString: string): FixDialect {
  return Object.hasOwn(older, beginString)
    ? (older[beginString] as FixDialect)
    : { infinity: 0, hasReasons: true, highestReason: 17, hasReset: true };
}
