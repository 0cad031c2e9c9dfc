import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidValue } from '../../../core/diagnostics/values.js';
import { missingMember } from '../../../core/diagnostics/members.js';
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
  childAt,
  requiredText,
  textAt,
} from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { readBindings } from './bindings.js';
import { readChannel } from './channel.js';
import { extensionsIn, applyTraits, ownerOf } from './traits.js';
import { readLocated } from './location.js';
import { freeKey, onceIn, resolveNode } from './reading.js';
import type { AsyncReading } from './reading.js';
import { readSecurity } from './security.js';
import { checkDocs, readTags } from './tags.js';

/** A message of an operation that its channel does not have. */
export const foreignMessage: DiagnosticType<{ default: { channel: string } }> = defineError(
  'foreign-message',
  {
    default: ({ channel }) => `the channel "${channel}" does not have this message`,
  },
);

const TRAIT = ['title', 'summary', 'description', 'security', 'tags', 'externalDocs', 'bindings'];
const MEMBERS = [...TRAIT, 'action', 'channel', 'traits', 'messages', 'reply'];

/** Reads one operation, behind references (AsyncAPI 3.0 section "Operation Object"). */
export function readOperation(
  reading: AsyncReading,
  name: string,
  valueNode: ValueNode,
): Flow | undefined {
  const what = `the operation "${name}"`;
  return onceIn(reading, reading.flows, valueNode, what, (node) => {
    checkMembers(node, MEMBERS, 'an operation');
    const layers = applyTraits(reading, node, 'an operation trait', checkOperationTrait);
    checkDocs(reading, layers);
    const action = readAction(node, what);
    const channel = channelOf(reading, node, what);
    const secured = ownerOf(layers, 'security');
    const text = (key: string): string | undefined => textAt(ownerOf(layers, key), key);
    const security = readSecurity(reading, secured);
    const reply = readReply(reading, node);
    if (channel === undefined || action === undefined) return undefined;
    const forward = action === 'send' ? 'client' : 'server';
    const back = action === 'send' ? 'server' : 'client';
    return {
      key: freeKey(reading, 'flow', [name]),
      name,
      channel: channel.key,
      to: reading.view === 'server' ? forward : back,
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

/** Checks the members of an operation trait. */
export function checkOperationTrait(node: ObjectNode): void {
  checkMembers(node, TRAIT, 'an operation trait');
}

function readAction(node: ObjectNode, what: string): 'send' | 'receive' | undefined {
  const action = requiredText(node, 'action', what);
  if (action === 'send' || action === 'receive' || action === undefined) return action;
  node.reporter.report(
    invalidValue.kind({ value: action, kind: 'an action' }),
    originAt(node, 'action'),
    {
      hint: didYouMean(action, ['send', 'receive']).hint ?? 'the actions are "send" and "receive"',
    },
  );
  return undefined;
}

function channelOf(reading: AsyncReading, node: ObjectNode, what: string): Channel | undefined {
  const valueNode = childAt(node, 'channel');
  if (valueNode === undefined) {
    node.reporter.report(missingMember.default({ what, name: 'channel' }), node.origin);
    return undefined;
  }
  return referredChannel(reading, valueNode);
}

/** Reads the channel that an operation or a reply refers to; it is always a reference, never inline. */
function referredChannel(reading: AsyncReading, valueNode: ValueNode): Channel | undefined {
  const node = asNode(valueNode, '"channel"');
  const reference = node === undefined ? undefined : member(node.value, '$ref');
  if (node === undefined) return undefined;
  if (typeof reference !== 'string') {
    node.reporter.report(invalidValue.channel(), node.origin, {
      hint: 'write "$ref: \'#/channels/…\'"',
    });
    return undefined;
  }
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return readChannel(reading, name.replaceAll('~1', '/').replaceAll('~0', '~'), valueNode);
}

/** Returns the messages of the channel that an operation selects; all messages if it lists none. */
function readSelected(
  reading: AsyncReading,
  node: ObjectNode,
  channel: Channel,
): readonly NameKey[] {
  const all = channel.messages.map(({ message }) => message);
  if (childAt(node, 'messages') === undefined) return all;
  return listAt(node, 'messages').flatMap((valueNode) => {
    const selected = resolveNode(reading, valueNode, 'a message');
    if (selected === undefined) return [];
    const message = reading.messages.get(selected.value);
    if (message !== undefined && all.includes(message.key)) return [message.key];
    valueNode.reporter.report(foreignMessage.default({ channel: channel.name }), valueNode.origin, {
      hint: `refer to a message below "#/channels/${channel.name}/messages"`,
      related: [{ message: 'the channel', origin: channel.origin }],
    });
    return [];
  });
}

function readReply(reading: AsyncReading, operation: ObjectNode): Reply | undefined {
  const valueNode = childAt(operation, 'reply');
  return valueNode === undefined ? undefined : readReplyAt(reading, valueNode);
}

/** Reads a reply, behind references (AsyncAPI 3.0 section "Operation Reply Object"). */
export function readReplyAt(reading: AsyncReading, valueNode: ValueNode): Reply | undefined {
  const node = resolveNode(reading, valueNode, 'a reply');
  if (node === undefined) return undefined;
  checkMembers(node, ['address', 'channel', 'messages'], 'a reply');
  const at = childAt(node, 'channel');
  const channel = at === undefined ? undefined : referredChannel(reading, at);
  const address = childAt(node, 'address');
  const messages =
    channel === undefined
      ? messagesWithoutChannel(reading, node)
      : readSelected(reading, node, channel);
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

/** Returns the messages of a reply without a channel. */
function messagesWithoutChannel(reading: AsyncReading, node: ObjectNode): readonly NameKey[] {
  return listAt(node, 'messages').flatMap((valueNode) => {
    const found = resolveNode(reading, valueNode, 'a message');
    const message = found === undefined ? undefined : reading.messages.get(found.value);
    return message === undefined ? [] : [message.key];
  });
}
