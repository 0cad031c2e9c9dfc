import type { NameKey } from '../../api.js';
import type { Channel, ChannelMessage, Flow, Message } from '../../message.js';
import { isObject, member } from '../json.js';
import {
  checkMembers,
  extensionsOf,
  listAt,
  objectAt,
  optional,
  originAt,
  placeAt,
  textAt,
} from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { readAddress, readParameters } from './address.js';
import { readChannelFeed } from '../extensions/feed/feed.js';
import { readBindings } from './bindings.js';
import { readServerNames } from './channel.js';
import { readHandshake } from './handshake.js';
import { extensionsIn, layersOf, ownerOf } from './layers.js';
import { readMessage } from './message.js';
import { freeKey, onceIn } from './reading.js';
import type { AsyncReading } from './reading.js';
import { readSecurity } from './security.js';
import { checkDocs, readTags } from './tags.js';

const TRAIT = [
  'operationId',
  'summary',
  'description',
  'security',
  'tags',
  'externalDocs',
  'bindings',
];

/** A channel of AsyncAPI 2 with what was read of its two operations. */
export interface ReadItem {
  readonly channel: Channel;
  readonly flows: readonly Flow[];
}

/**
 * A channel item, behind references (AsyncAPI 2.6 section "Channel Item Object"). Its verbs say what *others* do: they publish what the
 * described application receives, and subscribe to what it sends.
 */
export function readChannelItem(
  reading: AsyncReading,
  address: string,
  place: Place,
): ReadItem | undefined {
  let flows: readonly Flow[] = [];
  const channel = onceIn(reading, reading.channels, place, `the channel "${address}"`, (node) => {
    const known = ['description', 'servers', 'subscribe', 'publish', 'parameters', 'bindings'];
    checkMembers(node, known, 'a channel');
    const template = readAddress(address);
    const key = freeKey(reading, 'channel', [address]);
    const receives = readVerb(reading, node, 'publish', address);
    const sends = readVerb(reading, node, 'subscribe', address);
    const verbs = [receives, sends].filter((verb) => verb !== undefined);
    flows = verbs.flatMap((verb) => ({ ...verb.flow, channel: key }));
    const all = verbs.flatMap((verb) => verb.messages);
    const messages = [...new Map(all.map((each) => [each.message, each])).values()];
    return {
      key,
      name: address,
      address: template,
      ...optional('description', textAt(node, 'description')),
      parameters: readParameters(reading, node, template, { origin: place.origin, part: 'key' }),
      messages,
      feed: readChannelFeed(node, messages, reading.discriminator),
      servers: readServerNames(reading, node),
      ...optional('handshake', readHandshake(reading, node)),
      tags: [],
      bindings: readBindings(reading, [node]),
      extensions: extensionsOf(node),
      origin: node.origin,
    };
  });
  return channel === undefined ? undefined : { channel, flows };
}

interface Verb {
  readonly flow: Omit<Flow, 'channel'>;
  readonly messages: readonly ChannelMessage[];
}

function readVerb(
  reading: AsyncReading,
  item: Node,
  verb: 'publish' | 'subscribe',
  address: string,
): Verb | undefined {
  const node = objectAt(item, verb);
  if (node === undefined) return undefined;
  checkMembers(node, [...TRAIT, 'traits', 'message'], 'an operation');
  const layers = layersOf(reading, node, 'an operation trait', checkOperationTrait);
  checkDocs(reading, layers);
  const text = (key: string): string | undefined => textAt(ownerOf(layers, key), key);
  const id = text('operationId');
  if (id !== undefined) checkId(reading, node, id);
  const received = verb === 'publish';
  const name = id ?? `${received ? 'receive' : 'send'} ${address}`;
  const messages = readMessages(reading, node, id ?? address).map((message) => ({
    name: message.name,
    message: message.key,
  }));
  const flow = {
    key: freeKey(reading, 'flow', [name]),
    name,
    to: received === (reading.view === 'server') ? ('server' as const) : ('client' as const),
    messages: messages.map(({ message }): NameKey => message),
    ...optional('summary', text('summary')),
    ...optional('description', text('description')),
    ...optional('security', readSecurity(reading, ownerOf(layers, 'security'))),
    tags: readTags(reading, layers),
    bindings: readBindings(reading, layers),
    extensions: extensionsIn(layers),
    origin: node.origin,
  };
  return { flow, messages };
}

/** What a trait of an operation may say. */
export function checkOperationTrait(node: Node): void {
  checkMembers(node, TRAIT, 'an operation trait');
}

function checkId(reading: AsyncReading, node: Node, id: string): void {
  const origin = originAt(node, 'operationId');
  const before = reading.operationIds.get(id);
  if (before === undefined) {
    reading.operationIds.set(id, origin);
    return;
  }
  reading.reporter.error(
    'duplicate-operation-id',
    origin,
    `the operation id "${id}" is used twice`,
    { related: [{ message: 'here it is used first', origin: before }] },
  );
}

/** The `message` of an operation: one, or several under `oneOf`. */
function readMessages(reading: AsyncReading, node: Node, context: string): readonly Message[] {
  const place = placeAt(node, 'message');
  if (place === undefined) return [];
  if (isObject(place.value) && member(place.value, 'oneOf') !== undefined) {
    const several = place as Node;
    checkMembers(several, ['oneOf'], 'a choice of messages');
    return listAt(several, 'oneOf').flatMap(
      (each) => readMessage(reading, each, ...namesOf(each, context)) ?? [],
    );
  }
  const message = readMessage(reading, place, ...namesOf(place, context));
  return message === undefined ? [] : [message];
}

/** A message goes by the component that it is, by its own name, or by the operation that it belongs to. */
function namesOf(place: Place, context: string): readonly string[] {
  const { value: message } = place;
  const text = (name: string): string | undefined => {
    const value = isObject(message) ? member(message, name) : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const reference = text('$ref');
  const names =
    reference === undefined
      ? [text('name'), text('messageId')]
      : [reference.slice(reference.lastIndexOf('/') + 1)];
  const known = names.filter((name) => name !== undefined);
  const [first = context] = known;
  return [first, ...known.slice(1), `${context} message`];
}
