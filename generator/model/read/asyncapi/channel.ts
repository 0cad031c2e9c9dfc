import {
  defineRecoverableError,
  defineWarning,
  type DiagnosticType,
} from '../../../core/diagnostic.js';
import type { AddressTemplate, Channel, ChannelMessage, Handshake } from '../../message.js';
import { isObject, member, valueAt } from '../json.js';
import { didYouMean } from '../../../core/suggestion.js';
import {
  checkMembers,
  extensionsOf,
  listAt,
  mapAt,
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
import { readMessage } from './message.js';
import { freeKey, onceIn, resolveNode, type AsyncReading } from './reading.js';
import { checkDocs, readTags } from './tags.js';
import { invalidValue } from '../../../core/diagnostics/values.js';
import { readSchemaAt } from '../openapi/media-type.js';

/** An address with a query, which belongs in the bindings. */
export const addressQuery: DiagnosticType<{ default: { address: string } }> = defineWarning(
  'address-query',
  {
    default: ({ address }) => `the address "${address}" has a query or a fragment`,
  },
);

/** A server of a channel that the document does not declare. */
export const undeclaredServer: DiagnosticType<{
  reference: void;
  name: { name: string };
  type: void;
}> = defineRecoverableError('undeclared-server', {
  reference: () => 'a channel refers to an object that is not among "servers"',
  name: ({ name }) => `"${name}" is not among "servers"`,
  type: () => 'a server must be the name of a server',
});

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

/** Reads one channel, behind references (AsyncAPI 3.0 section "Channel Object"). */
export function readChannel(
  reading: AsyncReading,
  name: string,
  valueNode: ValueNode,
): Channel | undefined {
  return onceIn(reading, reading.channels, valueNode, `the channel "${name}"`, (node) => {
    checkMembers(node, MEMBERS, 'a channel');
    checkDocs(reading, [node]);
    const address = readChannelAddress(node);
    const addressPosition = Object.hasOwn(node.value, 'address')
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
      parameters: readParameters(reading, node, address, addressPosition),
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

/** Reads the address. `null`, or an absent address, is only known at run time. */
function readChannelAddress(node: ObjectNode): AddressTemplate | null {
  if (member(node.value, 'address') === null) return null;
  const text = textAt(node, 'address');
  if (text === undefined) return null;
  if (/[?#]/.test(text.replace(/\{[^{}]*\}/g, ''))) {
    node.reporter.report(addressQuery.default({ address: text }), originAt(node, 'address'), {
      hint: 'describe the query in the bindings, such as "bindings.ws.query"',
    });
  }
  return readAddress(text);
}

function readMessages(
  reading: AsyncReading,
  channel: string,
  node: ObjectNode,
): readonly ChannelMessage[] {
  return mapAt(node, 'messages').flatMap(([name, valueNode]) => {
    const message = readMessage(reading, valueNode, name, `${channel}.${name}`);
    return message === undefined ? [] : [{ name, message: message.key }];
  });
}

/** Returns the servers of a channel: those that it refers to, or all servers of the document. */
function readServerReferences(reading: AsyncReading, node: ObjectNode): readonly string[] {
  const all = [...reading.servers.values()].map(({ name }) => name);
  if (childAt(node, 'servers') === undefined) return rootServers(node, all);
  return listAt(node, 'servers').flatMap((valueNode) => {
    const server = resolveNode(reading, valueNode, 'a server');
    if (server === undefined) return [];
    const known = reading.servers.get(server.value);
    if (known !== undefined) return [known.name];
    valueNode.reporter.report(undeclaredServer.reference(), valueNode.origin, {
      hint: 'write "$ref: \'#/servers/…\'"',
    });
    return [];
  });
}

/** Returns the servers of the document itself, or all known servers if it declares none. */
function rootServers(node: ObjectNode, all: readonly string[]): readonly string[] {
  const declared = valueAt(node.document.value, ['servers']);
  return isObject(declared) ? all.filter((name) => Object.hasOwn(declared, name)) : all;
}

/** Reads the server names of a channel of AsyncAPI 2 (2.6 section "Channel Item Object"). */
export function readServerNames(reading: AsyncReading, node: ObjectNode): readonly string[] {
  const all = [...reading.servers.values()].map(({ name }) => name);
  if (childAt(node, 'servers') === undefined) return rootServers(node, all);
  return listAt(node, 'servers').flatMap(({ value, origin, reporter }) => {
    if (typeof value === 'string' && all.includes(value)) return [value];
    reporter.report(
      typeof value === 'string' ? undeclaredServer.name({ name: value }) : undeclaredServer.type(),
      origin,
      typeof value === 'string' ? didYouMean(value, all) : {},
    );
    return [];
  });
}

/** Reads the WebSocket opening request (`bindings.ws` of a channel, WebSockets binding 0.1.0). */
export function readHandshake(reading: AsyncReading, channel: ObjectNode): Handshake | undefined {
  const bindings = childAt(channel, 'bindings');
  const all = bindings === undefined ? undefined : resolveNode(reading, bindings, '"bindings"');
  const valueNode = all === undefined ? undefined : childAt(all, 'ws');
  const node =
    valueNode === undefined ? undefined : resolveNode(reading, valueNode, 'the binding for "ws"');
  if (node === undefined) return undefined;
  checkMembers(node, ['method', 'query', 'headers', 'bindingVersion'], 'the binding for "ws"');
  const method = textAt(node, 'method')?.toUpperCase();
  if (method !== undefined && method !== 'GET' && method !== 'POST') {
    node.reporter.report(
      invalidValue.choice({ what: 'the method of a WebSocket handshake', values: ['GET', 'POST'] }),
      originAt(node, 'method'),
    );
  }
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    ...optional('query', readSchemaAt(reading, node, 'query')),
    ...optional('headers', readSchemaAt(reading, node, 'headers')),
  };
}
