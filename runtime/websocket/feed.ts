import type {
  ChannelDescriptor,
  ControlDescriptor,
  FeedDescriptor,
  SequenceDescriptor,
} from './descriptor.js';
import type { WriteJson } from './frame.js';
import { type AddressTemplate, compileAddress } from './room-address.js';
import type { IntegersDescriptor } from '../core/descriptor.js';
import { compileConditions, createMatcher, type MatchTest } from '../core/message-matcher.js';
import { compilePointer, type Getter } from '../core/pointer.js';
import { writeJson } from '../core/write-json.js';

/** A prepared description with indexes for fast look-ups. */
export interface Feed {
  readonly descriptor: FeedDescriptor;
  readonly channels: ReadonlyMap<string, Channel>;
  /** Reader and writer of addresses; `undefined` if all connections have the same address. */
  readonly address: AddressTemplate | undefined;
  /** Finds a channel by its name on the wire. */
  readonly channelNamed: (name: string) => Channel | undefined;
  /** Determines the type of a message to a client; `undefined` if the description does not contain it. */
  readonly routeOf: (value: unknown) => Route | undefined;
  /** Determines the type of a message to the server; `undefined` if the description does not contain it. */
  readonly requestRouteOf: (value: unknown) => Route | undefined;
  /**
   * Message types that are sent as binary frames: at most one in each direction, because nothing distinguishes them.
   */
  readonly binary: { readonly toClient: Route | undefined; readonly toServer: Route | undefined };
  /** True for a direction with at least one message type in text frames. */
  readonly hasText: { readonly toClient: boolean; readonly toServer: boolean };
  /** Encodes its messages: `JSON.stringify`, unless a message has integers that programs represent as `bigint`. */
  readonly writeJson: WriteJson;
  /** Sentence and details of an error message. */
  readonly errorText: (value: unknown) => readonly [text: unknown, reason: unknown];
  /** Sequence number of the connection as a whole, if there is one. */
  readonly connectionSequence: { readonly get: Getter; readonly mode: SequenceMode } | undefined;
}

/** Modes in which numbers are checked. */
export type SequenceMode = Exclude<SequenceDescriptor['mode'], 'none'>;

/** A channel with its index. */
export interface Channel {
  /** Key in the description. */
  readonly key: string;
  readonly index: number;
  readonly descriptor: ChannelDescriptor;
  /** All of its names on the wire. */
  readonly names: ReadonlySet<string>;
  /** Encodes messages of the feed. */
  readonly writeJson: WriteJson;
}

/** One type of message with the channels that carry it. */
export interface Route {
  /** Key in the description. */
  readonly message: string;
  /** Role in the subscription protocol; `undefined` for most messages. */
  readonly role: Role | undefined;
  /** Locations of the integers that programs represent as `bigint`. */
  readonly integers: IntegersDescriptor | undefined;
  readonly carriers: readonly Carrier[];
}

/** Role of a message in the subscription protocol. */
export type Role = 'subscribe' | 'unsubscribe' | 'acknowledgement' | 'error';

/** A channel that may carry a type of message. */
export interface Carrier {
  readonly channel: Channel;
  /** Additional conditions for the message. */
  readonly matches: MatchTest | undefined;
  /** Key of the message; absent if it concerns every key. */
  readonly keyOf: Getter | undefined;
  /** Sequence number of the message; absent if it is not counted by key. */
  readonly sequenceOf: Getter | undefined;
}

const prepared = new WeakMap<FeedDescriptor, Feed>();

/**
 * Prepares a description; the result is cached.
 *
 * @throws {TypeError} for an invalid pointer or template.
 */
export function prepareFeed(descriptor: FeedDescriptor): Feed {
  const cached = prepared.get(descriptor);
  if (cached !== undefined) return cached;
  const feed = prepare(descriptor);
  prepared.set(descriptor, feed);
  return feed;
}

function prepare(descriptor: FeedDescriptor): Feed {
  const write = writerOf(descriptor);
  const channels = new Map(
    Object.entries(descriptor.channels).map(([key, channel], index) => [
      key,
      { key, index, descriptor: channel, names: namesOf(channel), writeJson: write },
    ]),
  );
  const byName = new Map<string, Channel>();
  for (const channel of channels.values()) {
    for (const name of channel.names) if (!byName.has(name)) byName.set(name, channel);
  }
  const roles = rolesOf(descriptor.control);
  const connectionSequence = [...channels.values()].find(
    ({ descriptor: { sequence } }) => sequence?.scope === 'connection' && sequence.mode !== 'none',
  )?.descriptor.sequence;
  const routeTo = (message: string): Route => ({
    message,
    role: roles.get(message),
    integers: descriptor.messages[message]?.integers,
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
    routeOf: createMatcher(texts.toClient, routeTo),
    requestRouteOf: createMatcher(texts.toServer, routeTo),
    binary: { toClient: binaryTo('client'), toServer: binaryTo('server') },
    hasText: {
      toClient: Object.keys(texts.toClient).length > 0,
      toServer: Object.keys(texts.toServer).length > 0,
    },
    writeJson: write,
    errorText: errorReader(descriptor.control),
    connectionSequence:
      connectionSequence === undefined || connectionSequence.mode === 'none'
        ? undefined
        : { get: compilePointer(connectionSequence.pointer), mode: connectionSequence.mode },
  };
}

function writerOf({ messages }: FeedDescriptor): WriteJson {
  const hasIntegers = Object.values(messages).some(({ integers }) => integers !== undefined);
  return hasIntegers ? (value) => writeJson(value) ?? '' : JSON.stringify;
}

function messagesTo(
  { messages }: FeedDescriptor,
  side: 'client' | 'server',
  isBinary: boolean,
): FeedDescriptor['messages'] {
  const matching = Object.entries(messages).filter(
    ([, { to = side, binary = false }]) => to === side && binary === isBinary,
  );
  return Object.fromEntries(matching);
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
  const channelMessage = Object.hasOwn(messages, message) ? messages[message] : undefined;
  if (channelMessage === undefined) return [];
  // A binary message has no properties, and therefore no key, number or channel conditions.
  if (descriptor.messages[message]?.binary === true) {
    return [{ channel, matches: undefined, keyOf: undefined, sequenceOf: undefined }];
  }
  const key = channelMessage.key === undefined ? keys?.pointer : channelMessage.key;
  const isCounted = sequence !== undefined && sequence.mode !== 'none' && sequence.scope === 'key';
  const number =
    channelMessage.sequence === undefined ? sequence?.pointer : channelMessage.sequence;
  return [
    {
      channel,
      matches: match === undefined ? undefined : compileConditions(match),
      keyOf: keys === undefined || key == null ? undefined : compilePointer(key),
      sequenceOf: !isCounted || number == null ? undefined : compilePointer(number),
    },
  ];
}
