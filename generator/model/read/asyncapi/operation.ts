import type { NameKey } from '../../api.js';
import type { Channel, Flow, Reply } from '../../message.js';
import { member } from '../json.js';
import { didYouMean } from '../../../core/suggestion.js';
import {
  asNode,
  checkMembers,
  listAt,
  optional,
  originAt,
  placeAt,
  requiredText,
  textAt,
} from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { readBindings } from './bindings.js';
import { readChannel } from './channel.js';
import { extensionsIn, layersOf, ownerOf } from './layers.js';
import { readLocated } from './location.js';
import { freeKey, onceIn, resolved } from './reading.js';
import type { AsyncReading } from './reading.js';
import { readSecurity } from './security.js';
import { checkDocs, readTags } from './tags.js';

const TRAIT = ['title', 'summary', 'description', 'security', 'tags', 'externalDocs', 'bindings'];
const MEMBERS = [...TRAIT, 'action', 'channel', 'traits', 'messages', 'reply'];

/** One operation, behind references (AsyncAPI 3.0 section "Operation Object"). */
export function readOperation(reading: AsyncReading, name: string, place: Place): Flow | undefined {
  const what = `the operation "${name}"`;
  return onceIn(reading, reading.flows, place, what, (node) => {
    checkMembers(node, MEMBERS, 'an operation');
    const layers = layersOf(reading, node, 'an operation trait', checkOperationTrait);
    checkDocs(reading, layers);
    const action = readAction(node, what);
    const channel = channelOf(reading, node, what);
    const secured = ownerOf(layers, 'security');
    const text = (key: string): string | undefined => textAt(ownerOf(layers, key), key);
    const security = readSecurity(reading, secured);
    const reply = readReply(reading, node);
    if (channel === undefined || action === undefined) return undefined;
    const sends = action === 'send' ? 'client' : 'server';
    const back = action === 'send' ? 'server' : 'client';
    return {
      key: freeKey(reading, 'flow', [name]),
      name,
      channel: channel.key,
      to: reading.view === 'server' ? sends : back,
      messages: readSelected(reading, node, channel),
      ...optional('title', text('title')),
      ...optional('summary', text('summary')),
      ...optional('description', text('description')),
      ...optional('security', security),
      ...optional('reply', reply),
      tags: readTags(reading, layers),
      bindings: readBindings(reading, layers),
      extensions: extensionsIn(layers),
      origin: node.origin,
    };
  });
}

/** What a trait of an operation may say. */
export function checkOperationTrait(node: Node): void {
  checkMembers(node, TRAIT, 'an operation trait');
}

function readAction(node: Node, what: string): 'send' | 'receive' | undefined {
  const action = requiredText(node, 'action', what);
  if (action === 'send' || action === 'receive' || action === undefined) return action;
  node.reporter.error('invalid-value', originAt(node, 'action'), `"${action}" is no action`, {
    hint: didYouMean(action, ['send', 'receive']).hint ?? 'it may be "send" or "receive"',
  });
  return undefined;
}

function channelOf(reading: AsyncReading, node: Node, what: string): Channel | undefined {
  const place = placeAt(node, 'channel');
  if (place === undefined) {
    node.reporter.error('missing-member', node.origin, `${what} has no "channel"`);
    return undefined;
  }
  return referredChannel(reading, place);
}

/** The channel that an operation or a reply refers to; it is never written in place. */
function referredChannel(reading: AsyncReading, place: Place): Channel | undefined {
  const node = asNode(place, '"channel"');
  const reference = node === undefined ? undefined : member(node.value, '$ref');
  if (node === undefined) return undefined;
  if (typeof reference !== 'string') {
    node.reporter.error('invalid-value', node.origin, 'a channel is not a reference', {
      hint: 'write "$ref: \'#/channels/…\'"',
    });
    return undefined;
  }
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return readChannel(reading, name.replaceAll('~1', '/').replaceAll('~0', '~'), place);
}

/** The messages of the channel that an operation names; all of them where it names none. */
function readSelected(reading: AsyncReading, node: Node, channel: Channel): readonly NameKey[] {
  const all = channel.messages.map(({ message }) => message);
  if (placeAt(node, 'messages') === undefined) return all;
  return listAt(node, 'messages').flatMap((place) => {
    const found = resolved(reading, place, 'a message');
    if (found === undefined) return [];
    const message = reading.messages.get(found.value);
    if (message !== undefined && all.includes(message.key)) return [message.key];
    place.reporter.error(
      'foreign-message',
      place.origin,
      `this is no message of the channel "${channel.name}"`,
      {
        hint: `refer to one below "#/channels/${channel.name}/messages"`,
        related: [{ message: 'the channel', origin: channel.origin }],
      },
    );
    return [];
  });
}

function readReply(reading: AsyncReading, operation: Node): Reply | undefined {
  const place = placeAt(operation, 'reply');
  return place === undefined ? undefined : readReplyAt(reading, place);
}

/** What comes back, behind references (AsyncAPI 3.0 section "Operation Reply Object"). */
export function readReplyAt(reading: AsyncReading, place: Place): Reply | undefined {
  const node = resolved(reading, place, 'a reply');
  if (node === undefined) return undefined;
  checkMembers(node, ['address', 'channel', 'messages'], 'a reply');
  const at = placeAt(node, 'channel');
  const channel = at === undefined ? undefined : referredChannel(reading, at);
  const address = placeAt(node, 'address');
  const messages =
    channel === undefined ? readLoose(reading, node) : readSelected(reading, node, channel);
  return {
    ...optional('channel', channel?.key),
    ...optional(
      'address',
      address === undefined ? undefined : readLocated(reading, address, 'a reply address'),
    ),
    messages,
    origin: node.origin,
  };
}

/** Messages of a reply that names no channel. */
function readLoose(reading: AsyncReading, node: Node): readonly NameKey[] {
  return listAt(node, 'messages').flatMap((place) => {
    const found = resolved(reading, place, 'a message');
    const message = found === undefined ? undefined : reading.messages.get(found.value);
    return message === undefined ? [] : [message.key];
  });
}
