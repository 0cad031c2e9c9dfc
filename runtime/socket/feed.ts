import type {
  ChannelDescriptor,
  ControlDescriptor,
  FeedDescriptor,
  SequenceDescriptor,
} from './descriptor.js';
import { type AddressTemplate, compileAddress } from './room-address.js';
import { compileConditions, dispatcher, type Holds } from '../core/dispatch.js';
import { compilePointer, type Getter } from '../core/pointer.js';

/** A description made ready: what its words lead to, found by one look-up each. */
export interface Feed {
  readonly descriptor: FeedDescriptor;
  readonly channels: ReadonlyMap<string, Channel>;
  /** How addresses are written and read; `undefined` if all connections have the same. */
  readonly address: AddressTemplate | undefined;
  /** The channel that is called so on the wire. */
  readonly channelNamed: (name: string) => Channel | undefined;
  /** What kind of message to a client a value is; `undefined` for one that the description does not know. */
  readonly routeOf: (value: unknown) => Route | undefined;
  /** The same for messages to the server. */
  readonly requestRouteOf: (value: unknown) => Route | undefined;
  /** Messages that travel as binary frames: one at most each way, because nothing else tells them apart. */
  readonly binary: { readonly toClient: Route | undefined; readonly toServer: Route | undefined };
  /** Whether any message that goes that way travels as text. */
  readonly hasText: { readonly toClient: boolean; readonly toServer: boolean };
  /** What an error message says: its sentence, and more of it. */
  readonly errorText: (value: unknown) => readonly [text: unknown, reason: unknown];
  /** Where every message has the number that counts the whole connection, where there is one. */
  readonly connectionSequence: { readonly get: Getter; readonly mode: SequenceMode } | undefined;
}

/** Modes in which something is checked. */
export type SequenceMode = Exclude<SequenceDescriptor['mode'], 'none'>;

/** A channel with its place among the others. */
export interface Channel {
  /** Its key in the description. */
  readonly key: string;
  readonly index: number;
  readonly descriptor: ChannelDescriptor;
  /** Every name that it has on the wire. */
  readonly names: ReadonlySet<string>;
}

/** One kind of message, and where it goes. */
export interface Route {
  /** Its key in the description. */
  readonly message: string;
  /** What it means to the control of the feed; most mean nothing. */
  readonly role: Role | undefined;
  readonly carriers: readonly Carrier[];
}

/** What a message may be in the control of a feed. */
export type Role = 'subscribe' | 'unsubscribe' | 'acknowledgement' | 'error';

/** A channel that a kind of message may belong to. */
export interface Carrier {
  readonly channel: Channel;
  /** What more must hold of the message. */
  readonly holds: Holds | undefined;
  /** Absent where the message concerns every key. */
  readonly keyOf: Getter | undefined;
  /** Absent where the message does not count, or nothing is counted by key. */
  readonly sequenceOf: Getter | undefined;
}

const prepared = new WeakMap<FeedDescriptor, Feed>();

/**
 * Makes a description ready, once.
 *
 * @throws {TypeError} for a pointer or template that is none
 */
export function prepareFeed(descriptor: FeedDescriptor): Feed {
  const known = prepared.get(descriptor);
  if (known !== undefined) return known;
  const feed = prepare(descriptor);
  prepared.set(descriptor, feed);
  return feed;
}

function prepare(descriptor: FeedDescriptor): Feed {
  const channels = new Map(
    Object.entries(descriptor.channels).map(([key, channel], index) => [
      key,
      { key, index, descriptor: channel, names: namesOf(channel) },
    ]),
  );
  const byName = new Map<string, Channel>();
  for (const channel of channels.values()) {
    for (const name of channel.names) if (!byName.has(name)) byName.set(name, channel);
  }
  const roles = rolesOf(descriptor.control);
  const counted = [...channels.values()].find(
    ({ descriptor: { sequence } }) => sequence?.scope === 'connection' && sequence.mode !== 'none',
  )?.descriptor.sequence;
  const routeTo = (message: string): Route => ({
    message,
    role: roles.get(message),
    carriers: [...channels.values()].flatMap((channel) => carrierOf(descriptor, channel, message)),
  });
  const texts = {
    toClient: messagesTo(descriptor, 'client', false),
    toServer: messagesTo(descriptor, 'server', false),
  };
  const binaryTo = (side: 'client' | 'server'): Route | undefined => {
    const [message] = Object.keys(messagesTo(descriptor, side, true));
    return message === undefined ? undefined : routeTo(message);
  };
  return {
    descriptor,
    channels,
    address: descriptor.address === undefined ? undefined : compileAddress(descriptor.address),
    channelNamed: (name) => byName.get(name),
    routeOf: dispatcher(texts.toClient, routeTo),
    requestRouteOf: dispatcher(texts.toServer, routeTo),
    binary: { toClient: binaryTo('client'), toServer: binaryTo('server') },
    hasText: {
      toClient: Object.keys(texts.toClient).length > 0,
      toServer: Object.keys(texts.toServer).length > 0,
    },
    errorText: errorReader(descriptor.control),
    connectionSequence:
      counted === undefined || counted.mode === 'none'
        ? undefined
        : { get: compilePointer(counted.pointer), mode: counted.mode },
  };
}

function messagesTo(
  { messages }: FeedDescriptor,
  side: 'client' | 'server',
  isBinary: boolean,
): FeedDescriptor['messages'] {
  const own = Object.entries(messages).filter(
    ([, { to = side, binary = false }]) => to === side && binary === isBinary,
  );
  return Object.fromEntries(own);
}

function errorReader(
  control: ControlDescriptor | undefined,
): (value: unknown) => readonly [unknown, unknown] {
  const { text, reason } = control?.error ?? {};
  const textOf = text === undefined ? undefined : compilePointer(text);
  const reasonOf = reason === undefined ? undefined : compilePointer(reason);
  return (value) => [textOf?.(value), reasonOf?.(value)];
}

function namesOf({ name, aliases = [], echo = name }: ChannelDescriptor): ReadonlySet<string> {
  return new Set([name, ...aliases, echo]);
}

function rolesOf(control: ControlDescriptor | undefined): ReadonlyMap<string, Role> {
  const roles: (readonly [string | undefined, Role])[] = [
    [control?.subscribe.message, 'subscribe'],
    [control?.unsubscribe?.message, 'unsubscribe'],
    [control?.error?.message, 'error'],
    [control?.subscribed?.message, 'acknowledgement'],
    [control?.unsubscribed?.message, 'acknowledgement'],
  ];
  return new Map(
    roles.flatMap(([message, role]) => (message === undefined ? [] : [[message, role]])),
  );
}

function carrierOf(
  descriptor: FeedDescriptor,
  channel: Channel,
  message: string,
): readonly Carrier[] {
  const { messages, match, keys, sequence } = channel.descriptor;
  const own = Object.hasOwn(messages, message) ? messages[message] : undefined;
  if (own === undefined) return [];
  // Bytes have no members: no key, no number, nothing to tell channels by.
  if (descriptor.messages[message]?.binary === true) {
    return [{ channel, holds: undefined, keyOf: undefined, sequenceOf: undefined }];
  }
  const key = own.key === undefined ? keys?.pointer : own.key;
  const isCounted = sequence !== undefined && sequence.mode !== 'none' && sequence.scope === 'key';
  const number = own.sequence === undefined ? sequence?.pointer : own.sequence;
  return [
    {
      channel,
      holds: match === undefined ? undefined : compileConditions(match),
      keyOf: keys === undefined || key == null ? undefined : compilePointer(key),
      sequenceOf: !isCounted || number == null ? undefined : compilePointer(number),
    },
  ];
}
