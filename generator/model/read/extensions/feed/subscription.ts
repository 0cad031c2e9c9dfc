import { invalidExtension } from '../../../../core/diagnostics/extensions.js';
import type { FeedCondition, FeedSubscription } from '../../../feed.js';
import type { ChannelMessage } from '../../../message.js';
import { member } from '../../json.js';
import { objectAt, optional, requiredText, textAt, textsAt } from '../../openapi/node.js';
import type { ObjectNode } from '../../openapi/node.js';
import { checkExtension, extensionAt, refuse } from '../extension.js';
import { readConditions } from './discriminator.js';
import { perMessage, requiredPointer, wordAt } from './members.js';

const MEMBERS = ['name', 'aliases', 'echo', 'keys', 'auth', 'match', 'messages'];

/** Reads `x-subscription` of a channel, and checks its form. */
export function readSubscription(
  channel: ObjectNode,
  messages: readonly ChannelMessage[],
): FeedSubscription | undefined {
  const node = extensionAt(channel, 'x-subscription', MEMBERS);
  if (node === undefined) return undefined;
  const match: readonly FeedCondition[] = readConditions(node, 'match');
  return {
    ...optional('name', nameAt(node, 'name')),
    aliases: textsAt(node, 'aliases'),
    ...optional('echo', nameAt(node, 'echo')),
    ...optional('keys', readKeys(node)),
    ...optional('auth', wordAt(node, 'auth', ['required', 'optional', 'none'] as const)),
    match,
    messageKeys: perMessage(node, 'messages', messages),
    origin: node.origin,
  };
}

function nameAt(node: ObjectNode, name: string): string | undefined {
  const text = textAt(node, name);
  return text === ''
    ? refuse(
        node,
        [name],
        invalidExtension.value({ what: `"${name}"`, expected: 'a name of at least one character' }),
      )
    : text;
}

function readKeys(subscription: ObjectNode): FeedSubscription['keys'] {
  const node = objectAt(subscription, 'keys');
  if (node === undefined) return undefined;
  checkExtension(node, ['name', 'pointer', 'required'], '"keys"');
  const name = requiredText(node, 'name', '"keys"');
  const pointer = requiredPointer(node, 'pointer', '"keys"');
  const required = member(node.value, 'required') ?? false;
  if (typeof required !== 'boolean') {
    return refuse(
      node,
      ['required'],
      invalidExtension.value({ what: '"required"', expected: 'true or false' }),
    );
  }
  return name === undefined || pointer === undefined ? undefined : { name, pointer, required };
}
