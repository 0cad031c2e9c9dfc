/** The rules of a session, from a server's `x-fix-session` with defaults applied. A literal in generated code. */
export interface FixPolicy {
  /** BeginString (8). */
  readonly beginString: string;
  /** DefaultApplVerID (1137). */
  readonly applVerId?: string;
  /** CompIDs that the description fixes. */
  readonly compIds: {
    /** CompID of the acceptor. */
    readonly server?: string;
  };
  /** HeartBtInt (108) and the detection of a silent peer. */
  readonly heartBtInt: {
    /** Interval in seconds that an initiator requests by default. */
    readonly default: number;
    readonly min?: number;
    readonly max?: number;
    /** Number of intervals of silence after which a TestRequest (1) is sent. */
    readonly testRequestAfter: number;
    /** Number of intervals of silence after which the connection is closed. */
    readonly dropAfter: number;
  };
  /** True if both sequence numbers restart at 1 with every Logon (A). */
  readonly resetOnLogon: boolean;
  /** Rules for MsgSeqNum (34). */
  readonly msgSeqNum: {
    readonly logonMustBeOne: boolean;
    readonly leadingZeros: 'accept' | 'refuse';
  };
  /** Rules for SendingTime (52). */
  readonly sendingTime: {
    /** Maximum deviation of SendingTime (52) in seconds. */
    readonly tolerance: number;
    /** Allowed numbers of fractional digits in received times. */
    readonly fractionDigits: readonly number[];
    /** Number of fractional digits in sent times. */
    readonly send: number;
  };
  /** Treatment of a message with a wrong CheckSum (10). */
  readonly checksum: 'ignore' | 'reject';
  /** Rules for requesting missing messages and for resending. */
  readonly resend: {
    /** Maximum number of messages, counted from the last, that are resent. */
    readonly window?: number;
    /** Maximum age of resent messages in seconds. */
    readonly age?: number;
    /** Number of messages to request in one ResendRequest (2); all missing ones if absent. */
    readonly chunk?: number;
  };
  /** True if every message contains LastMsgSeqNumProcessed (369). */
  readonly lastMsgSeqNumProcessed: boolean;
  /** True if Logon (A) contains NextExpectedMsgSeqNum (789), by which gaps are filled. */
  readonly nextExpectedMsgSeqNum: boolean;
  /**
   * Field of a BusinessMessageReject (j) that contains the application version, with `FIXT.1.1`: ApplVerID (1128) in
   * its header, DefaultApplVerID (1137) at the end of its body, or none.
   */
  readonly businessRejectVersion?: 'none' | 'ApplVerID' | 'DefaultApplVerID';
  /** Treatment of a Logon (A) with ResetSeqNumFlag (141). */
  readonly resetSeqNumFlag: 'accept' | 'refuse';
  /** Maximum number of simultaneous connections in the scope of `per`. */
  readonly maxConnections: number;
  /** Scope in which connections are counted. */
  readonly per: 'session' | 'account' | 'profile';
  /** Times at which the server ends all sessions. */
  readonly disconnects: readonly FixDisconnect[];
  /** TLS settings; absent if connections are not encrypted. */
  readonly tls?: {
    readonly versions: readonly ('TLSv1.2' | 'TLSv1.3')[];
    /** OpenSSL names in order of preference. */
    readonly suites?: readonly string[];
    readonly curves?: readonly string[];
    /** True if the server's order of preference applies, not the client's. */
    readonly preferServer?: boolean;
  };
  /** Rate limits. */
  readonly rate?: {
    readonly messages?: FixRate;
    readonly logons?: FixRate;
    /** Number of messages per second above which the connection is closed. */
    readonly disconnectAbove?: number;
  };
  /** Maximum value of BodyLength (9), in bytes. */
  readonly maxMessageLength: number;
  /** Texts (58) of refusals; defaults apply to the others. */
  readonly texts: { readonly [Refusal in FixRefusal]?: string };
}

/** A time at which the server ends all sessions with a Logout (5). */
export interface FixDisconnect {
  readonly days: readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
  /** Time of day in the time zone, as `HH:MM`. */
  readonly time: string;
  /** Name of the time zone in the IANA database. */
  readonly timeZone: string;
  readonly text?: string;
}

/** A rate limit: a token bucket of size `burst` (default: `perSecond`), refilled with `perSecond` tokens per second. */
export interface FixRate {
  readonly perSecond: number;
  readonly burst?: number;
}

/** Refusals whose text a description can specify. */
export type FixRefusal =
  | 'logonSeqNum'
  | 'heartBtInt'
  | 'sendingTime'
  | 'credential'
  | 'connections'
  | 'checksum'
  | 'rate'
  | 'resend'
  | 'resetSeqNumFlag';
