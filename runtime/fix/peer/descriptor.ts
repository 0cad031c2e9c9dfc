import type { FixCodec, FixMessage } from '../message/codec.js';
import type { FixPolicy } from '../policy.js';

/** What both ends of one kind of session are made of; generated from a description. */
export interface FixDescriptor<Types extends FixTypes = FixTypes> {
  /** Of all messages, those of the session among them. */
  readonly codec: FixCodec;
  readonly policy: FixPolicy;
  /** Names of the messages that a client sends. */
  readonly toServer: readonly Types['toServer']['type'][];
  /** Names of the messages that a server sends. */
  readonly toClient: readonly Types['toClient']['type'][];
  /** Messages that are answered, by name. */
  readonly requests: {
    readonly [Request in keyof Types['replies'] & string]: FixRequestDescriptor;
  };
}

/** A message that is answered. */
export interface FixRequestDescriptor {
  /** Which side asks, of a message that both may send; either one if absent. */
  readonly from?: 'client' | 'server';
  /** The member of the request that its answers carry too. */
  readonly correlation: string;
  /** The member that carries it, by the name of the answer. */
  readonly replies: Readonly<Record<string, string>>;
  /** For answers to one entry of a batch, by their names: the group, and the member of its entries that the answer carries. */
  readonly entries?: Readonly<Record<string, readonly [group: string, member: string]>>;
  /** Milliseconds within which the first answer is due. */
  readonly replyWithin?: number;
}

/** The messages of a description, as types. */
export interface FixTypes {
  readonly toServer: FixMessage;
  readonly toClient: FixMessage;
  /** The answers to each request, by its name. */
  readonly replies: object;
  readonly logon?: FixMessage;
}

/** The messages that one side asks with, by name: those that it sends, and that are answered for it. */
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

/** The Logon of a description. */
export type FixLogonOf<Types extends FixTypes> = Types extends {
  readonly logon: infer Logon extends FixMessage;
}
  ? Logon
  : FixMessage;

/** Every message of a description. */
export type FixMessageOf<Types extends FixTypes> = Types['toServer'] | Types['toClient'];

/** What answers a message; nothing for one that is not answered. */
export type FixReplyOf<Types extends FixTypes, Message> = Message extends {
  readonly type: infer Name extends keyof Types['replies'];
}
  ? Extract<Types['replies'][Name], FixMessage>
  : never;
