/** The rules of a session, as `x-fix-session` of a server says them, defaults filled in: a plain literal that generated code hands over. */
export interface FixPolicy {
  /** BeginString (8). */
  readonly beginString: string;
  /** DefaultApplVerID (1137). */
  readonly applVerId?: string;
  readonly compIds: {
    /** The CompID of the acceptor. */
    readonly server?: string;
  };
  readonly heartBtInt: {
    /** What an initiator asks for, in seconds, unless told otherwise. */
    readonly default: number;
    readonly min?: number;
    readonly max?: number;
    /** Intervals of silence after which a TestRequest is sent. */
    readonly testRequestAfter: number;
    /** Intervals of silence after which the connection is cut. */
    readonly dropAfter: number;
  };
  /** Both counters begin at 1 with every Logon. */
  readonly resetOnLogon: boolean;
  readonly msgSeqNum: {
    readonly logonMustBeOne: boolean;
    readonly leadingZeros: 'accept' | 'refuse';
  };
  readonly sendingTime: {
    /** Seconds by which SendingTime may be off. */
    readonly tolerance: number;
    /** How many digits of a second may come. */
    readonly fractionDigits: readonly number[];
    /** How many are sent. */
    readonly send: number;
  };
  /** What becomes of a message with a wrong CheckSum. */
  readonly checksum: 'ignore' | 'reject';
  readonly resend: {
    /** How many messages back are sent again. */
    readonly window?: number;
    /** How many seconds back. */
    readonly age?: number;
    /** How many are asked for in one ResendRequest; all of them if absent. */
    readonly chunk?: number;
  };
  /** Every message carries LastMsgSeqNumProcessed (369). */
  readonly lastMsgSeqNumProcessed: boolean;
  /** Logon carries NextExpectedMsgSeqNum (789), and gaps are filled by it. */
  readonly nextExpectedMsgSeqNum: boolean;
  /**
   * Which field of a BusinessMessageReject (j) says the version of the application, with `FIXT.1.1`: ApplVerID (1128) of its header,
   * DefaultApplVerID (1137) at the end of its body, or none.
   */
  readonly businessRejectVersion?: 'none' | 'ApplVerID' | 'DefaultApplVerID';
  /** A Logon with ResetSeqNumFlag (141). */
  readonly resetSeqNumFlag: 'accept' | 'refuse';
  readonly maxConnections: number;
  /** Whose connections are counted. */
  readonly per: 'session' | 'account' | 'profile';
  readonly disconnects: readonly FixDisconnect[];
  readonly tls?: {
    readonly versions: readonly ('TLSv1.2' | 'TLSv1.3')[];
    /** By their OpenSSL names, best first. */
    readonly suites?: readonly string[];
    readonly curves?: readonly string[];
    /** The server's order counts, and not the client's. */
    readonly preferServer?: boolean;
  };
  readonly rate?: {
    readonly messages?: FixRate;
    readonly logons?: FixRate;
    /** Messages a second beyond which the connection is cut. */
    readonly disconnectAbove?: number;
  };
  /** How many bytes BodyLength may count. */
  readonly maxMessageLength: number;
  readonly texts: { readonly [Refusal in FixRefusal]?: string };
}

/** A time at which the server ends all sessions, by Logout. */
export interface FixDisconnect {
  readonly days: readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
  /** `HH:MM` on the clock of the time zone. */
  readonly time: string;
  /** Of the IANA data base. */
  readonly timeZone: string;
  readonly text?: string;
}

export interface FixRate {
  readonly perSecond: number;
  readonly burst?: number;
}

/** Kinds of refusal whose words a description may choose. */
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
