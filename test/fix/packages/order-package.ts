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
 * The two ends of a generated package, with what tests have to know of either: orders by their ClOrdID. By the platform's rules numbers
 * begin with 1 at each Logon; where they are to go on, that rule and the limits on how much is sent are left out of the package's policy.
 */
export interface OrderPackage {
  readonly beginString: string;
  readonly policy: FixPolicy;
  /** Data fields by the length before them. */
  readonly dataFields: ReadonlyMap<number, number>;
  serve(options: ServeOptions): Exchange;
  join(options: JoinOptions): Trader;
}

/** Whether the platform's rules hold as they are described, or numbers go on from one connection to the next. */
export type Numbers = 'as described' | 'go on';

export interface ServeOptions {
  readonly numbers: Numbers;
  /** An order has come; it is answered by a report when the promise is kept. */
  readonly onOrder?: (clOrdId: string, senderCompId: string) => void;
  /** Handles an order, where it is not only answered: sends the report, and commits both within a transaction. */
  readonly aroundOrder?: (
    clOrdId: string,
    answer: () => Promise<void>,
    commit: (transaction: unknown) => void | Promise<void>,
  ) => void | Promise<void>;
  readonly onEvent?: (event: FixEvent) => void;
  readonly store?: (identity: FixIdentity) => FixStore;
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

/** A policy by which numbers go on. */
export function lasting(policy: FixPolicy): FixPolicy {
  const { rate: _, ...rest } = policy;
  return {
    ...rest,
    resetOnLogon: false,
    msgSeqNum: { ...policy.msgSeqNum, logonMustBeOne: false },
    resend: {},
  };
}
