import type {
  AcceptFixConnection,
  FixEvent,
  FixIdentity,
  FixPolicy,
  FixReconnect,
  FixStore,
  OpenFixConnection,
} from '@tallystick/runtime/fix';

/**
 * The two ends of a generated package, with what tests need of both: orders by ClOrdID. With the policy of the platform, numbers restart at
 * each Logon; for continued sessions, that rule and the rate limits are removed from the policy of the package.
 */
export interface OrderPackage {
  readonly beginString: string;
  readonly policy: FixPolicy;
  /** Data fields by the length before them. */
  readonly dataFields: ReadonlyMap<number, number>;
  serve(options: ServeOptions): Exchange;
  join(options: JoinOptions): Trader;
}

/** True if the policy of the platform applies; otherwise sequence numbers continue over connections. */
export type Numbers = 'as described' | 'go on';

export interface ServeOptions {
  readonly numbers: Numbers;
  /** An order has come; it is answered by a report when the promise is kept. */
  readonly onOrder?: (clOrdId: string, senderCompId: string) => void;
  /** Handles an order: sends the report, and commits both in a transaction. */
  readonly aroundOrder?: (
    clOrdId: string,
    answer: () => Promise<void>,
    commit: (transaction: unknown) => void | Promise<void>,
  ) => void | Promise<void>;
  readonly onEvent?: (event: FixEvent) => void;
  readonly store?: (identity: FixIdentity) => FixStore | Promise<FixStore>;
}

/** The server's end. */
export interface Exchange {
  readonly accept: AcceptFixConnection;
  close(): Promise<void>;
}

export interface JoinOptions {
  readonly numbers: Numbers;
  readonly open: OpenFixConnection;
  readonly port: number;
  /** The API key. */
  readonly name: string;
  readonly store?: FixStore;
  readonly reconnect: FixReconnect | false;
  readonly onReport?: (clOrdId: string) => void;
}

/** The client's end. */
export interface Trader {
  readonly isOpen: boolean;
  opened(): Promise<void>;
  send(clOrdId: string): Promise<void>;
  /** The ClOrdID of the report that answers. */
  request(clOrdId: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Policy with continued sequence numbers. */
export function lasting(policy: FixPolicy): FixPolicy {
  const { rate: _, ...rest } = policy;
  return {
    ...rest,
    resetOnLogon: false,
    msgSeqNum: { ...policy.msgSeqNum, logonMustBeOne: false },
    resend: {},
  };
}
