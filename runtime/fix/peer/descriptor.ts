import type { FixCodec, FixMessage } from '../message/codec.js';
import type { FixPolicy } from '../policy.js';

/** Components of both sides of a session, generated from a description. */
export interface FixDescriptor<Types extends FixTypes = FixTypes> {
  /** Codec of all messages, including administrative ones. */
  readonly codec: FixCodec;
  readonly policy: FixPolicy;
  /** Names of the messages that a client sends. */
  readonly toServer: readonly Types['toServer']['type'][];
  /** Names of the messages that a server sends. */
  readonly toClient: readonly Types['toClient']['type'][];
  /** Messages that have replies, by name. */
  readonly requests: {
    readonly [Request in keyof Types['replies'] & string]: FixRequestDescriptor;
  };
}

/** A message that has replies. */
export interface FixRequestDescriptor {
  /** Side that sends the request, if the message can be sent by both; either side if absent. */
  readonly from?: 'client' | 'server';
  /** Member of the request that its replies repeat. */
  readonly correlation: string;
  /** Member of each reply that contains the identifier, by name of the reply. */
  readonly replies: Readonly<Record<string, string>>;
  /**
   * Replies to single entries of a batch, by name of the reply: the
   * group, and the member of its entries that the reply repeats.
   */
  readonly entries?: Readonly<Record<string, readonly [group: string, member: string]>>;
  /** Milliseconds within which the first reply is expected. */
  readonly replyWithin?: number;
}

/** Types of a description's messages. */
export interface FixTypes {
  readonly toServer: FixMessage;
  readonly toClient: FixMessage;
  /** Replies to each request, by name of the request. */
  readonly replies: object;
  readonly logon?: FixMessage;
}

/** Requests of one side by name: messages that this side sends and that have replies. */
export function requestsFrom<Types extends FixTypes>(
  side: 'client' | 'server',
  { requests, toServer, toClient }: FixDescriptor<Types>,
): Readonly<Record<string, FixRequestDescriptor>> {
  const sent: ReadonlySet<string> = new Set(side === 'client' ? toServer : toClient);
  const all: Readonly<Record<string, FixRequestDescriptor>> = requests;
  return Object.fromEntries(
    Object.entries(all).filter(([name, { from = side }]) => from === side && sent.has(name)),
  );
}

/** Logon message of a description. */
export type FixLogonOf<Types extends FixTypes> = Types extends {
  readonly logon: infer Logon extends FixMessage;
}
  ? Logon
  : FixMessage;

/** Any message of a description. */
export type FixMessageOf<Types extends FixTypes> = Types['toServer'] | Types['toClient'];

/** Replies to a message; `never` for a message without replies. */
export type FixReplyOf<Types extends FixTypes, Message> = Message extends {
  readonly type: infer Name extends keyof Types['replies'];
}
  ? Extract<Types['replies'][Name], FixMessage>
  : never;
