import type { AddressTemplate, Channel, ChannelMessage } from '../../message.js';
import { isObject, member, valueAt } from '../json.js';
import { didYouMean } from '../../../core/suggestion.js';
import {
  checkMembers,
  extensionsOf,
  listAt,
  mapAt,
  optional,
  originAt,
  placeAt,
  textAt,
} from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { readAddress, readParameters } from './address.js';
import { readChannelFeed } from '../extensions/feed/feed.js';
import { readBindings } from './bindings.js';
import { readHandshake } from './handshake.js';
import { readMessage } from './message.js';
import { freeKey, onceIn, resolved } from './reading.js';
import type { AsyncReading } from './reading.js';
import { checkDocs, readTags } from './tags.js';

const MEMBERS = [
  'address',
  'messages',
  'title',
  'summary',
  'description',
  'servers',
  'parameters',
  'tags',
  'externalDocs',
  'bindings',
];

/** One channel, behind references (AsyncAPI 3.0 section "Channel Object"). */
export function readChannel(
  reading: AsyncReading,
  name: string,
  place: Place,
): Channel | undefined {
  return onceIn(reading, reading.channels, place, `the channel "${name}"`, (node) => {
    checkMembers(node, MEMBERS, 'a channel');
    checkDocs(reading, [node]);
    const address = readChannelAddress(node);
    const where = Object.hasOwn(node.value, 'address')
      ? { origin: originAt(node, 'address') }
      : { origin: node.origin, part: 'key' as const };
    const messages = readMessages(reading, name, node);
    return {
      key: freeKey(reading, 'channel', [name]),
      name,
      address,
      ...optional('title', textAt(node, 'title')),
      ...optional('summary', textAt(node, 'summary')),
      ...optional('description', textAt(node, 'description')),
      parameters: readParameters(reading, node, address, where),
      messages,
      feed: readChannelFeed(node, messages, reading.discriminator),
      servers: readServerReferences(reading, node),
      ...optional('handshake', readHandshake(reading, node)),
      tags: readTags(reading, [node]),
      bindings: readBindings(reading, [node]),
      extensions: extensionsOf(node),
      origin: node.origin,
    };
  });
}

/** `null`, or no address at all, is one that is not known before run time. */
function readChannelAddress(node: Node): AddressTemplate | null {
  if (member(node.value, 'address') === null) return null;
  const text = textAt(node, 'address');
  if (text === undefined) return null;
  if (/[?#]/.test(text.replace(/\{[^{}]*\}/g, ''))) {
    node.reporter.warning(
      'address-query',
      originAt(node, 'address'),
      `the address "${text}" has a query or a fragment`,
      { hint: 'describe the query in the bindings, such as "bindings.ws.query"' },
    );
  }
  return readAddress(text);
}

function readMessages(
  reading: AsyncReading,
  channel: string,
  node: Node,
): readonly ChannelMessage[] {
  return mapAt(node, 'messages').flatMap(([name, place]) => {
    const message = readMessage(reading, place, name, `${channel}.${name}`);
    return message === undefined ? [] : [{ name, message: message.key }];
  });
}

/** Names of the servers of a channel: those it refers to, or all of the document's. */
function readServerReferences(reading: AsyncReading, node: Node): readonly string[] {
  const all = [...reading.servers.values()].map(({ name }) => name);
  if (placeAt(node, 'servers') === undefined) return rootServers(node, all);
  return listAt(node, 'servers').flatMap((place) => {
    const server = resolved(reading, place, 'a server');
    if (server === undefined) return [];
    const known = reading.servers.get(server.value);
    if (known !== undefined) return [known.name];
    place.reporter.error(
      'undeclared-server',
      place.origin,
      'a channel refers to something that is not among "servers"',
      { hint: 'write "$ref: \'#/servers/…\'"' },
    );
    return [];
  });
}

/** A document without servers has channels all the same. */
function rootServers(node: Node, all: readonly string[]): readonly string[] {
  const declared = valueAt(node.document.value, ['servers']);
  return isObject(declared) ? all.filter((name) => Object.hasOwn(declared, name)) : all;
}

/** Server names of a channel of AsyncAPI 2 (2.6 section "Channel Item Object"). */
export function readServerNames(reading: AsyncReading, node: Node): readonly string[] {
  const all = [...reading.servers.values()].map(({ name }) => name);
  if (placeAt(node, 'servers') === undefined) return rootServers(node, all);
  return listAt(node, 'servers').flatMap(({ value, origin, reporter }) => {
    if (typeof value === 'string' && all.includes(value)) return [value];
    reporter.error(
      'undeclared-server',
      origin,
      typeof value === 'string'
        ? `"${value}" is not among "servers"`
        : 'a server is named by its key',
      typeof value === 'string' ? didYouMean(value, all) : {},
    );
    return [];
  });
}
