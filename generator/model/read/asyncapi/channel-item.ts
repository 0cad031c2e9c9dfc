import { duplicateOperationId } from '../diagnostics/names.js';
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
  childAt,
  textAt,
  type ObjectNode,
  type ValueNode,
} from '../openapi/node.js';
import { readAddress, readParameters } from './address.js';
import { readChannelFeed } from '../extensions/feed/feed.js';
import { readBindings } from './bindings.js';
import { readServerNames, readHandshake } from './channel.js';
import { extensionsIn, applyTraits, ownerOf } from './traits.js';
import { readMessage } from './message.js';
import { freeKey, onceIn, type AsyncReading } from './reading.js';
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

/** A channel of AsyncAPI 2, with the flows of its two operations. */
export interface ReadItem {
  readonly channel: Channel;
  readonly flows: readonly Flow[];
}

/**
 * Reads a channel item, behind references (AsyncAPI 2.6 section "Channel Item Object"). Its verbs describe the other parties: they publish
 * the messages that the described application receives, and subscribe to those that it sends.
 */
export function readChannelItem(
  reading: AsyncReading,
  address: string,
  valueNode: ValueNode,
): ReadItem | undefined {
  let flows: readonly Flow[] = [];
  const channel = onceIn(
    reading,
    reading.channels,
    valueNode,
    `the channel "${address}"`,
    (node) => {
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
        parameters: readParameters(reading, node, template, {
          origin: valueNode.origin,
          part: 'key',
        }),
        messages,
        feed: readChannelFeed(node, messages, reading.discriminator),
        servers: readServerNames(reading, node),
        ...optional('handshake', readHandshake(reading, node)),
        tags: [],
        bindings: readBindings(reading, [node]),
        extensions: extensionsOf(node),
        origin: node.origin,
      };
    },
  );
  return channel === undefined ? undefined : { channel, flows };
}

interface Verb {
  readonly flow: Omit<Flow, 'channel'>;
  readonly messages: readonly ChannelMessage[];
}

function readVerb(
  reading: AsyncReading,
  item: ObjectNode,
  verb: 'publish' | 'subscribe',
  address: string,
): Verb | undefined {
  const node = objectAt(item, verb);
  if (node === undefined) return undefined;
  checkMembers(node, [...TRAIT, 'traits', 'message'], 'an operation');
  const layers = applyTraits(reading, node, 'an operation trait', checkOperationTrait);
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

/** Checks the members of an operation trait. */
export function checkOperationTrait(node: ObjectNode): void {
  checkMembers(node, TRAIT, 'an operation trait');
}

function checkId(reading: AsyncReading, node: ObjectNode, id: string): void {
  const origin = originAt(node, 'operationId');
  const first = reading.operationIds.get(id);
  if (first === undefined) {
    reading.operationIds.set(id, origin);
    return;
  }
  reading.reporter.report(duplicateOperationId.default({ id }), origin, {
    related: [{ message: 'the first is here', origin: first }],
  });
}

/** Reads the `message` of an operation: one, or several under `oneOf`. */
function readMessages(
  reading: AsyncReading,
  node: ObjectNode,
  context: string,
): readonly Message[] {
  const valueNode = childAt(node, 'message');
  if (valueNode === undefined) return [];
  if (isObject(valueNode.value) && member(valueNode.value, 'oneOf') !== undefined) {
    const choice = valueNode as ObjectNode;
    checkMembers(choice, ['oneOf'], 'a choice of messages');
    return listAt(choice, 'oneOf').flatMap(
      (each) => readMessage(reading, each, ...namesOf(each, context)) ?? [],
    );
  }
  const message = readMessage(reading, valueNode, ...namesOf(valueNode, context));
  return message === undefined ? [] : [message];
}

/** Returns candidate names of a message: its component, its own name, or the operation that it belongs to. */
function namesOf(valueNode: ValueNode, context: string): readonly string[] {
  const { value: message } = valueNode;
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
