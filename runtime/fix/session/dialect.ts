/** What the versions of the protocol do differently in a session. */
export interface FixDialect {
  /** EndSeqNo (16) that means all messages there are. */
  readonly infinity: number;
  /**
   * Whether Reject (3) has RefTagID (371), RefMsgType (372) and SessionRejectReason (373). FIX 4.2 brought them; before it the text
   * alone says which field is to blame.
   */
  readonly hasReasons: boolean;
  /** Whether there is a BusinessMessageReject (j), which FIX 4.2 brought. */
  readonly hasBusinessReject: boolean;
  /** What a refusal of a message says that the application does not take, where the program has no words of its own. */
  readonly unsupported: string;
  /** The highest SessionRejectReason (373) that the version knows; 99 (Other) aside. */
  readonly highestReason: number;
  /** Whether Logon has ResetSeqNumFlag (141). */
  readonly hasReset: boolean;
  /** How many digits of a second a SendingTime (52) may have. */
  readonly fractionDigits: readonly number[];
}

const latest: FixDialect = {
  infinity: 0,
  hasReasons: true,
  hasBusinessReject: true,
  unsupported: 'Unsupported Message Type',
  highestReason: 17,
  hasReset: true,
  fractionDigits: [0, 3, 6, 9],
};
const first: FixDialect = {
  infinity: 999_999,
  hasReasons: false,
  hasBusinessReject: false,
  unsupported: 'Unsupported message type',
  highestReason: -1,
  hasReset: false,
  fractionDigits: [0],
};

/** Versions that differ from the ones after them. */
const older: Readonly<Record<string, FixDialect>> = {
  'FIX.4.0': first,
  'FIX.4.1': { ...first, hasReset: true },
  'FIX.4.2': { ...latest, highestReason: 11 },
};

/** The dialect of a BeginString (8). */
export function dialectOf(beginString: string): FixDialect {
  return Object.hasOwn(older, beginString) ? (older[beginString] as FixDialect) : latest;
}
