import type { FixPolicy } from '../policy.js';

/** Differences between the versions of the protocol at the session level. */
export interface FixDialect {
  /** Value of EndSeqNo (16) that means all messages. */
  readonly infinity: number;
  /**
   * True if Reject (3) contains RefTagID (371), RefMsgType (372) and SessionRejectReason (373), which FIX 4.2
   * introduced. In earlier versions, only the text identifies the field.
   */
  readonly hasReasons: boolean;
  /** True if the version has BusinessMessageReject (j), which FIX 4.2 introduced. */
  readonly hasBusinessReject: boolean;
  /** Default text for a message type that the application does not support. */
  readonly unsupported: string;
  /** Highest SessionRejectReason (373) of the version, not counting 99 (Other). */
  readonly highestReason: number;
  /** True if Logon (A) contains ResetSeqNumFlag (141). */
  readonly hasReset: boolean;
  /** Allowed numbers of fractional digits in SendingTime (52). */
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
const fix40: FixDialect = {
  infinity: 999_999,
  hasReasons: false,
  hasBusinessReject: false,
  unsupported: 'Unsupported message type',
  highestReason: -1,
  hasReset: false,
  fractionDigits: [0],
};

/** Versions that differ from later ones. */
const earlierVersions: Readonly<Record<string, FixDialect>> = {
  'FIX.4.0': fix40,
  'FIX.4.1': { ...fix40, hasReset: true },
  'FIX.4.2': { ...latest, highestReason: 11 },
};

/** Session-level differences for a BeginString (8). */
export function dialectOf(beginString: string): FixDialect {
  return Object.hasOwn(earlierVersions, beginString)
    ? (earlierVersions[beginString] as FixDialect)
    : latest;
}

/** Default rules of a session, as most FIX engines apply them. */
export function defaultFixPolicy(
  beginString: string,
  rules: Partial<Omit<FixPolicy, 'beginString'>> = {},
): FixPolicy {
  const { fractionDigits } = dialectOf(beginString);
  return {
    beginString,
    compIds: {},
    heartBtInt: { default: 30, testRequestAfter: 1.2, dropAfter: 2.4 },
    resetOnLogon: false,
    msgSeqNum: { logonMustBeOne: false, leadingZeros: 'accept' },
    sendingTime: { tolerance: 120, fractionDigits, send: fractionDigits[1] ?? 0 },
    checksum: 'ignore',
    resend: {},
    lastMsgSeqNumProcessed: false,
    nextExpectedMsgSeqNum: false,
    resetSeqNumFlag: 'accept',
    maxConnections: 1,
    per: 'session',
    disconnects: [],
    maxMessageLength: 1_048_576,
    texts: {},
    ...rules,
  };
}
