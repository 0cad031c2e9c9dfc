import { invalidExtension } from '../../../../core/diagnostics/extensions.js';
import type { FeedSequence } from '../../../feed.js';
import type { ChannelMessage } from '../../../message.js';
import type { ObjectNode } from '../../openapi/node.js';
import { extensionAt, refuse } from '../extension.js';
import { perMessage, requiredPointer, wordAt } from './members.js';

/** Reads `x-sequence` of a channel, and checks its form. */
export function readSequence(
  channel: ObjectNode,
  messages: readonly ChannelMessage[],
): FeedSequence | undefined {
  const node = extensionAt(channel, 'x-sequence', ['pointer', 'scope', 'mode', 'messages']);
  if (node === undefined) return undefined;
  const pointer = requiredPointer(node, 'pointer', '"x-sequence"');
  const mode = wordAt(node, 'mode', ['contiguous', 'increasing', 'none'] as const);
  if (!Object.hasOwn(node.value, 'mode'))
    refuse(node, [], invalidExtension.missing({ what: '"x-sequence"', name: 'mode' }));
  const scope = Object.hasOwn(node.value, 'scope')
    ? wordAt(node, 'scope', ['key', 'connection'] as const)
    : 'key';
  const own = perMessage(node, 'messages', messages);
  if (pointer === undefined || mode === undefined || scope === undefined) return undefined;
  return { pointer, mode, scope, messages: own, origin: node.origin };
}
